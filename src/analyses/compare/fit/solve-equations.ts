/** The solution of a few linear equations by Gauss's elimination, the largest pivot first. */
export function solve(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const rest = rows.slice(column);
    const largest = rest.reduce((best, row) =>
      Math.abs(row[column] ?? 0) > Math.abs(best[column] ?? 0) ? row : best,
    );
    rows.splice(column + rest.indexOf(largest), 1);
    rows.splice(column, 0, largest);
    for (const row of rows) {
      if (row === largest) continue;
      const times = (row[column] ?? 0) / (largest[column] ?? 1);
      largest.forEach((value, at) => {
        row[at] = (row[at] ?? 0) - times * value;
      });
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
