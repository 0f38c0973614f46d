/** Memoizes a pure function by the identity of its first argument, for the last second argument of each. */
export function memoize<First, Second, T>(make: (first: First, second: Second) => T) {
  const cache = new WeakMap<object, { second: Second; made: T }>();
  return (first: First, second: Second): T => {
    if (typeof first !== "object" || first === null) return make(first, second);
    const last = cache.get(first);
    if (last !== undefined && last.second === second) return last.made;
    const made = make(first, second);
    cache.set(first, { second, made });
    return made;
  };
}
