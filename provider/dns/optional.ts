/** Leaves properties out that are `undefined`. */
export function optional<T extends object>(properties: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const key in properties) {
    const value = properties[key];
    if (isDefined(value)) given[key] = value;
  }
  return given;
}

function isDefined<V>(value: V): value is Exclude<V, undefined> {
  return value !== undefined;
}
