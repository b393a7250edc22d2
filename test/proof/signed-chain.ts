/** A chain with a collection and a scan that a courier's device signed, and what a forger makes of it. */
import { type Draft, delivery, job } from '../../packages/proof/test/verify/bundles.ts';
import { claimsOf, newDevice, type TestDevice } from '../../packages/proof/test/verify/device.ts';

const actions: Readonly<Record<string, string>> = { collected: 'collect', scanned: 'scan' };
const device_at = '2026-11-02T08:27:13.004Z';

export async function signedChain() {
  const device = await newDevice('cdv_1');
  const other = await newDevice('cdv_1');
  const drafts = await signedBy(device, job.id);
  const signature = (type: string, chain = drafts) =>
    String(chain.find((draft) => draft.type === type)?.details?.device_signature);
  const withDetails = (type: string, details: Record<string, string>) =>
    drafts.map((draft) =>
      draft.type === type ? { ...draft, details: { ...draft.details, ...details } } : draft,
    );
  const elsewhere = await signedBy(device, 'job_2');
  const scan = drafts.filter(({ type }) => type === 'scanned');
  return {
    drafts,
    edited: drafts.map((draft) => ({ ...draft, seal: draft.seal && 'SL-00666' })),
    moved: withDetails('scanned', { device_signature: signature('collected') }),
    ofAnotherJob: withDetails('scanned', { device_signature: signature('scanned', elsewhere) }),
    replayed: drafts.flatMap((draft) => (draft.type === 'scanned' ? [draft, ...scan] : [draft])),
    otherKey: withDetails('scanned', { device_key: other.thumbprint }),
  };
}
export type SignedChain = Awaited<ReturnType<typeof signedChain>>;

const signedBy = (device: TestDevice, job_id: string): Promise<Draft[]> =>
  Promise.all(
    delivery.map(async (draft) => {
      const action = actions[draft.type];
      if (action === undefined) return draft;
      const { at, seal, details } = draft;
      const claims = claimsOf(device, { jti: draft.type, job_id, action, at, seal, device_at });
      const device_signature = await device.sign(claims);
      const own = { device_id: device.id, device_key: device.thumbprint, device_at };
      return { ...draft, details: { ...details, ...own, device_signature } };
    }),
  );
