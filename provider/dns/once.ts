/** Makes an object at its first use. In a file of its own, since the hosts import it before all libraries. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
