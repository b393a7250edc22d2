import type { Position } from '@svc/contracts';
import type { ColumnType } from 'kysely';
import type { Driver, Vehicle } from '../domain/crew.ts';
import type { FollowedJob } from '../domain/followed-job.ts';
import type { FiledPaper } from '../domain/paper.ts';

/** A column of type `json`, written as text. */
type Text<T> = ColumnType<T, string | Extract<T, null>, string | Extract<T, null>>;

export interface Tables {
  driver: Omit<Driver, 'documents'> & { tenant_id: string };
  vehicle: Omit<Vehicle, 'documents' | 'last_position'> & {
    tenant_id: string;
    last_position: Text<Position | null>;
  };
  paper: FiledPaper;
  followed_job: Omit<FollowedJob, 'pickup' | 'dropoff' | 'last_position'> & {
    pickup: Text<Position>;
    dropoff: Text<Position>;
    last_position: Text<Position | null>;
  };
}

export const jsonOrNull = (value: Position | null): string | null => value && JSON.stringify(value);
