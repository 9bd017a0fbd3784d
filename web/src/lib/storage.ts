/** What this browser remembers: small JSON values under one prefix. Where storage is forbidden or full, nothing is remembered. */
export function recall<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`ziggurat.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(`ziggurat.${name}`, JSON.stringify(value));
  } catch {
    /* private windows and full disks */
  }
}
