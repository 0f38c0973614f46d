/**
 * Does the same work for each item, begun in their order, so many at once: what is not begun yet holds no memory.
 * @returns the results, in the order of the items
 */
export async function mapAtMost<T, R>(count: number, items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [place, item] of waiting) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(count, items.length) }, worker));
  return results;
}
