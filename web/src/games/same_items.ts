/** Whether two lists hold the same items, in any order. */
export function sameItems<T>(one: readonly T[], other: readonly T[]): boolean {
  return JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted());
}
