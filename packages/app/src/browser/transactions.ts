/** Durability of writes to the device's database: strict where a courier relies on them. */
export const durable = { durability: 'strict' } as const;

/** The device is full; the transaction recorded nothing. */
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
