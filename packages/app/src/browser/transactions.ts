/** How the device's database is written: durable where a courier relies on it. */
export const durable = { durability: 'strict' } as const;

/** There is no room for it on the device: nothing was recorded. */
export class StorageFull extends Error {}

export async function stored<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'QuotaExceededError')
      throw new StorageFull();
    throw error;
  }
}
