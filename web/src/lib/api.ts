/** Requests to the server. */
import type { ErrorAnswer } from "./messages";

/** The server refused a request: its code and its reason. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Where requests go: to the server; in a file that holds everything, to the file. */
export const transport = { fetch: (path: string, init?: RequestInit): Promise<Response> => fetch(path, init) };

async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await transport.fetch(path, init);
  if (answer.ok) return answer;
  const refusal = (await answer.json().catch(() => null)) as ErrorAnswer | null;
  throw new Refused(refusal?.error.code ?? "server", refusal?.error.message ?? answer.statusText);
}

const bearer = (secret: string): HeadersInit => (secret ? { Authorization: `Bearer ${secret}` } : {});

export async function get<T>(path: string, secret = ""): Promise<T> {
  return (await request(path, { headers: bearer(secret) })).json() as Promise<T>;
}

export async function getText(path: string, secret = "", signal?: AbortSignal): Promise<string> {
  return (await request(path, { headers: bearer(secret), signal })).text();
}

export async function remove(path: string, secret: string): Promise<void> {
  await request(path, { method: "DELETE", headers: bearer(secret) });
}

const asJson = (body: unknown, secret = ""): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json", ...bearer(secret) },
  body: JSON.stringify(body),
});

export async function post<T>(path: string, body: unknown, secret = "", signal?: AbortSignal): Promise<T> {
  return (await request(path, { ...asJson(body, secret), signal })).json() as Promise<T>;
}

export async function postForText(path: string, body: unknown, signal?: AbortSignal): Promise<string> {
  return (await request(path, { ...asJson(body), signal })).text();
}
