/** Probes WebCrypto: an old browser must not take a good signature for a bad one. */

/** `all` where the page did not come over https; `ed25519` in browsers from before 2025. */
export async function missingCrypto(): Promise<'all' | 'ed25519' | undefined> {
  const { subtle } = globalThis.crypto;
  if (subtle === undefined) return 'all';
  return subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']).then(
    () => undefined,
    (): 'ed25519' => 'ed25519',
  );
}
