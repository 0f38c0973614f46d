/**
 * Remembers what was made of an object and something beside it, since one run looks at the same records several times.
 * Only for what depends on nothing else.
 */
export function memoize<From, Beside, T>(make: (from: From, beside: Beside) => T) {
  const cache = new WeakMap<object, { beside: Beside; made: T }>();
  return (from: From, beside: Beside): T => {
    if (typeof from !== "object" || from === null) return make(from, beside);
    const last = cache.get(from);
    if (last !== undefined && last.beside === beside) return last.made;
    const made = make(from, beside);
    cache.set(from, { beside, made });
    return made;
  };
}
