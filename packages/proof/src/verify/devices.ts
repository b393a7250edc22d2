/** Events of a chain that a courier's device signed: each signature must be about its event. */
import { type DeviceClaims, openDeviceSignature } from './device-signature.ts';
import type { ChainEvent } from './event.ts';
import { isEvent } from './event-format.ts';

/** An event whose signature is that of a device, and about this event. */
export interface DeviceCapture {
  seq: number;
  type: string;
  device_id: string;
  /** RFC 3339, by the device's own clock. */
  device_at: string;
}

export interface DeviceChecks {
  captures: DeviceCapture[];
  faults: string[];
}

/** Which actions make an event of a type. A seal is found broken at a collection or a hand-over. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  collected: ['collect'],
  departed: ['depart'],
  scanned: ['scan'],
  seal_broken: ['collect', 'deliver'],
  delivered: ['deliver'],
  delivery_failed: ['delivery_failed'],
};

/** Events without a signature are those of the desk, of machines and of clients without a key. */
export async function checkDevices(events: readonly unknown[]): Promise<DeviceChecks> {
  const captures: DeviceCapture[] = [];
  const faults: string[] = [];
  const used = new Set<string>();
  const keys = new Map<string, string>();
  for (const event of events.filter(isEvent).filter(isSigned)) {
    const checked = await checkEvent(event, { used, keys });
    if (typeof checked === 'string') faults.push(`Event ${event.seq}: ${checked}.`);
    else captures.push(checked);
  }
  return { captures, faults };
}

const detailNames = ['device_id', 'device_key', 'device_at', 'device_signature'] as const;

const isSigned = ({ details }: ChainEvent): boolean =>
  detailNames.some((name) => Object.hasOwn(details ?? {}, name));

interface Seen {
  /** Keys of the requests that were signed. */
  used: Set<string>;
  /** The key of each device: it has one for ever. */
  keys: Map<string, string>;
}

async function checkEvent(
  event: ChainEvent,
  { used, keys }: Seen,
): Promise<DeviceCapture | string> {
  const { seq, type, details } = event;
  const { device_id, device_key, device_at, device_signature } = details ?? {};
  if (typeof device_signature !== 'string') return 'the signature of its device is missing';
  const opened = await openDeviceSignature(device_signature);
  if ('fault' in opened) {
    return `the signature of its device cannot be believed: ${opened.fault}`;
  }
  const { claims, thumbprint } = opened;
  if (thumbprint !== device_key) return 'another key than that of its device signed it';
  const differing = differingClaim(claims, event);
  if (differing) return `its device signed another ${differing}`;
  if (claims.iss !== device_id || claims.device_at !== device_at) {
    return 'it names another device or time than its signature';
  }
  if ((keys.get(claims.iss) ?? device_key) !== device_key) {
    return 'its device has another key elsewhere';
  }
  if (used.has(claims.jti)) return 'its signature belongs to an event before it: it was replayed';
  keys.set(claims.iss, device_key);
  used.add(claims.jti);
  return { seq, type, device_id, device_at };
}

/** Name of the claim that differs from the event. */
function differingClaim(claims: DeviceClaims, event: ChainEvent): string | undefined {
  if (claims.job_id !== event.job_id) return 'job';
  // Own members alone: the type of an altered event may be the name of an inherited one.
  const actions = Object.hasOwn(actionsOf, event.type) ? actionsOf[event.type] : undefined;
  if (actions?.includes(claims.action) !== true) return 'action';
  if (Date.parse(claims.at) !== Date.parse(event.at)) return 'time';
  if (claims.seal !== event.seal) return 'seal';
  // A hand-over that was stopped by a broken seal keeps no files.
  const isStopped = event.type === 'seal_broken';
  return isStopped || claims.files.join() === digestsOf(event).join() ? undefined : 'file';
}

const digestsOf = ({ details }: ChainEvent): string[] =>
  [details?.signature_sha256, details?.photo_sha256]
    .filter((digest) => digest !== undefined)
    .map((digest) => `sha256:${digest}`);
