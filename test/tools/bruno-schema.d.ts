declare module '@usebruno/schema' {
  /** Rejects for what Bruno does not import. */
  export const collectionSchema: { validate(collection: unknown): Promise<unknown> };
}
