/** Whether two lists hold the same things, in any order. */
export function same<T>(one: readonly T[], other: readonly T[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
