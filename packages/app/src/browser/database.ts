/** All that the device keeps, in IndexedDB: itself, the run, actions and drafts with their images. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb/build/index.js';
import type { Draft, FileKind, RecordedAction } from '../domain/action.ts';
import type { CourierJob } from './api-answers.ts';

/** The registration of this device; without `client_id` it is under way. */
export interface EnrolledDevice {
  id: 'device';
  name: string;
  /** Non-extractable: it signs here and leaves the device never. */
  key: CryptoKey;
  public_key: JsonWebKey;
  /** Initial access token (RFC 7591), until it is used. */
  enrolment?: string;
  client_id?: string;
  /** Audience of its assertions. */
  issuer?: string;
  isRevoked?: boolean;
}

interface ClockRecord {
  id: 'clock';
  offset_ms: number;
}
export interface ProgressRecord {
  id: 'progress';
  /** Device time of the last answered request and of the last sent action, RFC 3339. */
  synced_at?: string;
  sent_at?: string;
  has_more?: boolean;
}

export interface StoredJob extends CourierJob {
  /** Place in the run. */
  place: number;
  /** Time of the latest action, sent or not. */
  last_at?: string;
}

export interface StoredImage {
  action_id: string;
  kind: FileKind;
  bytes: ArrayBuffer;
}

export interface CourierSchema extends DBSchema {
  state: { key: string; value: EnrolledDevice | ClockRecord | ProgressRecord };
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

export async function readProgress(db: Database): Promise<ProgressRecord> {
  const found = await db.get('state', 'progress');
  return found?.id === 'progress' ? found : { id: 'progress' };
}

/** Server time minus device time, ms. */
export async function readOffset(db: Database): Promise<number> {
  const found = await db.get('state', 'clock');
  return found?.id === 'clock' ? found.offset_ms : 0;
}
