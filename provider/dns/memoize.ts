/** Keeps results of pure functions that are called often with the same arguments. */

/** Memoizes a pure function: for each first argument, an object, the result of the call with its last other arguments. */
export function memoize<First extends object, Others extends readonly unknown[], T>(
  make: (first: First, ...others: Others) => T,
) {
  const cache = new WeakMap<First, { others: Others; made: T }>();
  return (first: First, ...others: Others): T => {
    const last = cache.get(first);
    if (last?.others.every((other, place) => other === others[place])) return last.made;
    const made = make(first, ...others);
    cache.set(first, { others, made });
    return made;
  };
}

/** Memoizes a pure function of strings and numbers. @param most results that are kept. Default: those of the largest zones */
export function memoizeByText<Args extends readonly (string | number | undefined)[], T>(
  make: (...args: Args) => T,
  most = 50_000,
) {
  const cache = new Map<string, { made: T }>();
  return (...args: Args): T => {
    const name = JSON.stringify(args);
    const known = cache.get(name);
    if (known !== undefined) return known.made;
    const made = make(...args);
    if (cache.size >= most) cache.clear();
    cache.set(name, { made });
    return made;
  };
}
