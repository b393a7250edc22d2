/**
 * Actions of a courier: recorded on the device first, sent when there is a network.
 *
 * Terms
 * - **action**: a milestone, an incident, a message or a box of a job, or one that is taken along, with the times and the place at which it
 *   was recorded. Its id is the idempotency key of the request, so that a retry after a lost response
 *   has no second effect.
 * - **draft**: a form that is open: entries, images, and the id that the action will have.
 * - **waiting**: without a response of the server yet; **refused**: the server said no, and the
 *   courier corrects or discards it before later actions of the same job are sent; **held**:
 *   waiting until the time that the server has named.
 */
import { type HandOffName, milestoneOf, type statuses } from '@svc/contracts/jobs/hand-offs';

export type JobStatus = (typeof statuses)[number];

/** Changes no state of its job, and holds up nothing. */
export type CourierReport = 'incident' | 'message' | 'box' | 'take';
/** One half of a transfer, each signed as a scan. */
export type TransferHalf = 'give' | 'take_over';
export const isTransfer = (type: ActionType): type is TransferHalf =>
  type === 'give' || type === 'take_over';
export type ActionType = Exclude<HandOffName, 'resume'> | CourierReport | TransferHalf;
export const isReport = (type: ActionType): type is CourierReport =>
  isUrgent(type) || type === 'box' || type === 'take';
/** Waits for nothing either. */
export const isUrgent = (type: ActionType): boolean => type === 'incident' || type === 'message';

/** Name of the action in the API and under the device's signature. */
export function sentType(type: ActionType): string {
  if (isTransfer(type)) return 'scan';
  return isReport(type) ? type : milestoneOf(type);
}

export type FileKind = 'signature' | 'photo';

export interface DevicePosition {
  lat: number;
  lng: number;
}

/** Fields of a body other than type, time, place and files. */
export type ActionFields = Readonly<
  Record<string, string | number | readonly string[] | undefined>
>;

/** An image of a hand-over or an incident; its bytes are stored apart, under action and kind. */
export interface ActionFile {
  kind: FileKind;
  media_type: 'image/png' | 'image/jpeg';
  /** Digest of its bytes, taken with the image: 64 hex digits. */
  sha256: string;
  /** Idempotency key of its upload. */
  key: string;
  /** Id from the server; absent until the file is uploaded. */
  file_id?: string;
}

export interface ActionRefusal {
  code: string;
  detail: string;
}

/** The server takes this action later, and says why. */
export interface ActionHold extends ActionRefusal {
  /** Server time, RFC 3339. */
  until: string;
}

/** Body and headers as they were first sent: every later attempt sends the same. */
export interface SignedRequest {
  body: string;
  signature: string;
  salt: string;
}

export interface RecordedAction {
  /** Idempotency key. */
  id: string;
  /** Order of recording on this device. */
  seq: number;
  job_id: string;
  /** Reference of the job, for people. */
  ref: string;
  type: ActionType;
  fields: ActionFields;
  /** Server time by the measured offset, RFC 3339. */
  at: string;
  /** The device's own clock, RFC 3339. */
  device_at: string;
  position?: DevicePosition;
  files: readonly ActionFile[];
  refusal?: ActionRefusal;
  hold?: ActionHold;
  signed?: SignedRequest;
}

export interface Draft {
  /** Id of the action that the draft becomes. */
  id: string;
  job_id: string;
  type: ActionType;
  entries: Readonly<Record<string, string>>;
  files: readonly ActionFile[];
  /** The refused action that it corrects. */
  corrects?: string;
}
