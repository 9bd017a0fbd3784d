import type { ErrorAnswer } from "./messages";

/** What the server refused, with its code. */
export class Refused extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init);
  if (answer.ok) return answer;
  const told = (await answer.json().catch(() => null)) as ErrorAnswer | null;
  throw new Refused(told?.error.code ?? "server", told?.error.message ?? answer.statusText);
}

const bearer = (secret: string): HeadersInit => (secret ? { Authorization: `Bearer ${secret}` } : {});

export async function get<T>(path: string, secret = ""): Promise<T> {
  return (await ask(path, { headers: bearer(secret) })).json() as Promise<T>;
}

export async function getText(path: string, secret = "", signal?: AbortSignal): Promise<string> {
  return (await ask(path, { headers: bearer(secret), signal })).text();
}

/** Delete what is at a path. */
export async function remove(path: string, secret: string): Promise<void> {
  await ask(path, { method: "DELETE", headers: bearer(secret) });
}

export async function post<T>(path: string, body: unknown, secret = ""): Promise<T> {
  const headers = { "Content-Type": "application/json", ...bearer(secret) };
  return (await ask(path, { method: "POST", headers, body: JSON.stringify(body) })).json() as Promise<T>;
}
