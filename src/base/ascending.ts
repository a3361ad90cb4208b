/** How many of ascending numbers are up to a limit. */
export function countUpTo(numbers: ArrayLike<number>, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? limit) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
