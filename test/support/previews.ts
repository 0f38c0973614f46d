/** The previews that updates begin with: for those who count calls or listen, what happens in them is none of the update's. */

/** Called when such a preview begins. @returns what leaves out all since then, called at its end */
type Watcher = () => () => void;
const watchers: Watcher[] = [];

/** For as long as the tests of this file run. */
export function leavingOutPreviews(watcher: Watcher): void {
  watchers.push(watcher);
}

/** Runs the preview of an `up`. */
export async function asPreview<T>(preview: () => Promise<T>): Promise<T> {
  const ends = watchers.map((watcher) => watcher());
  try {
    return await preview();
  } finally {
    for (const end of ends) end();
  }
}
