/** All that the device keeps, in IndexedDB: itself, the run, actions and drafts with their images. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb/build/index.js';
import type { Draft, FileKind, RecordedAction } from '../domain/action.ts';
import type { DoneAct } from '../domain/done.ts';
import type { CourierJob, ExpectedJob, ThreadMessage } from './api-answers.ts';

interface DeviceKey {
  name: string;
  /** Non-extractable: it signs here and leaves the device never. */
  key: CryptoKey;
  public_key: JsonWebKey;
}

/** The registration of this device. */
export interface EnrolledDevice extends DeviceKey {
  id: 'device';
  client_id: string;
  /** Audience of its assertions. */
  issuer: string;
  isRevoked?: boolean;
}

/** A registration under way; the device that it replaces works until it is accepted. */
export interface PendingEnrolment extends DeviceKey {
  id: 'enrolment';
  /** Initial access token (RFC 7591). */
  enrolment: string;
  /** Opened on a device that works: the courier has not said yet whether it replaces that. */
  isUnconfirmed?: boolean;
  /** Unknown, used, replaced or expired. */
  isRefused?: boolean;
}

interface ClockRecord {
  id: 'clock';
  offset_ms: number;
}
export interface ProgressRecord {
  id: 'progress';
  /** Device time of the last request that got a response, and of the last sent action, RFC 3339. */
  synced_at?: string;
  sent_at?: string;
  has_more?: boolean;
  /** Shown to the courier who takes parcels over. */
  transfer_code?: string;
  hub?: string | null;
  expected?: readonly ExpectedJob[];
}

/** What this device has done at doors, the latest last. */
interface DoneRecord {
  id: 'done';
  acts: readonly DoneAct[];
}

export interface StoredJob extends CourierJob {
  /** Place in the run. */
  place: number;
  /** Time of the latest milestone that the server accepted. */
  accepted_at?: string;
  /** Messages with the desk, newest first, as they were at `changed_at`. */
  thread?: { changed_at: string; data: readonly ThreadMessage[] };
  /** Id of the newest message of the desk that was on the screen. */
  seen?: string;
  /** No longer in the run; kept with a form that has images. */
  has_left?: boolean;
}

export interface StoredImage {
  action_id: string;
  kind: FileKind;
  bytes: ArrayBuffer;
}

export interface CourierSchema extends DBSchema {
  state: {
    key: string;
    value: EnrolledDevice | PendingEnrolment | ClockRecord | ProgressRecord | DoneRecord;
  };
  job: { key: string; value: StoredJob };
  action: { key: string; value: RecordedAction; indexes: { job: string } };
  draft: { key: string; value: Draft; indexes: { job: string } };
  image: { key: [string, string]; value: StoredImage };
}
export type Database = IDBPDatabase<CourierSchema>;

export const openDatabase = (): Promise<Database> =>
  openDB<CourierSchema>('courier', 1, {
    upgrade: (db) => {
      db.createObjectStore('state', { keyPath: 'id' });
      db.createObjectStore('job', { keyPath: 'id' });
      db.createObjectStore('action', { keyPath: 'id' }).createIndex('job', 'job_id');
      db.createObjectStore('draft', { keyPath: 'id' }).createIndex('job', 'job_id');
      db.createObjectStore('image', { keyPath: ['action_id', 'kind'] });
    },
  });

export async function readDevice(db: Database): Promise<EnrolledDevice | undefined> {
  const found = await db.get('state', 'device');
  return found?.id === 'device' ? found : undefined;
}

/** Enrolled and not revoked. */
export async function workingDevice(db: Database): Promise<EnrolledDevice | undefined> {
  const device = await readDevice(db);
  return device?.isRevoked ? undefined : device;
}

export async function readEnrolment(db: Database): Promise<PendingEnrolment | undefined> {
  const found = await db.get('state', 'enrolment');
  return found?.id === 'enrolment' ? found : undefined;
}

export async function readProgress(db: Database): Promise<ProgressRecord> {
  const found = await db.get('state', 'progress');
  return found?.id === 'progress' ? found : { id: 'progress' };
}

export async function readDone(db: Database): Promise<readonly DoneAct[]> {
  const found = await db.get('state', 'done');
  return found?.id === 'done' ? found.acts : [];
}

/** Server time minus device time, ms; undefined until it was measured. */
export async function findOffset(db: Database): Promise<number | undefined> {
  const found = await db.get('state', 'clock');
  return found?.id === 'clock' ? found.offset_ms : undefined;
}

export const readOffset = async (db: Database): Promise<number> => (await findOffset(db)) ?? 0;
