/**
 * A memoized function. When there are `most` results, all are dropped: those still in use are soon cached again.
 */
export function remembered<K, V>(make: (key: K) => V, most: number): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size >= most) results.clear();
    const made = make(key);
    results.set(key, made);
    return made;
  };
}
