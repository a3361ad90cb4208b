/**
 * A function whose results are kept, so that what comes again is not made again. When there are `most` of
 * them, all are forgotten: what still comes is soon there again.
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
