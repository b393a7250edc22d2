import type { InputOf, tracking } from '@svc/contracts';
import { requireCursor } from '@svc/kit/page';
import type { Kysely } from 'kysely';
import type { HandOutRecord } from '../domain/boxes/hand-out.ts';
import type { Tables } from './schema.ts';

type Filter = Pick<
  InputOf<(typeof tracking)['actions']['listHandOuts']>,
  'site_id' | 'kind' | 'from' | 'to'
>;

export async function insertHandOut(
  db: Kysely<Tables>,
  tenant: string,
  record: HandOutRecord,
): Promise<void> {
  await db
    .insertInto('hand_out')
    .values({ tenant_id: tenant, ...record })
    .execute();
}

const matching = (db: Kysely<Tables>, tenant: string, { site_id, kind, from, to }: Filter) =>
  db
    .selectFrom('hand_out')
    .where('tenant_id', '=', tenant)
    .$if(site_id !== undefined, (all) => all.where('site_id', '=', site_id ?? ''))
    .$if(kind !== undefined, (all) => all.where('kind', '=', kind ?? 'seal'))
    .$if(from !== undefined, (all) => all.where('at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (all) => all.where('at', '<', new Date(to ?? 0)));

/** The last recorded first. */
export async function listHandOuts(
  db: Kysely<Tables>,
  tenant: string,
  { before, max, ...filter }: Filter & { before: string | undefined; max: number },
): Promise<HandOutRecord[]> {
  await requireCursor({ starting_after: before }, (id) =>
    db.selectFrom('hand_out').select('id').where('tenant_id', '=', tenant).where('id', '=', id),
  );
  return matching(db, tenant, filter)
    .select(['id', 'kind', 'count', 'site_id', 'job_id', 'by', 'at', 'created_at'])
    .$if(before !== undefined, (all) => all.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(max)
    .execute();
}

/** Sums by kind and by site or person. */
export const sumHandOuts = (
  db: Kysely<Tables>,
  tenant: string,
  { of, ...filter }: Filter & { of: 'site_id' | 'by' },
) =>
  matching(db, tenant, filter)
    .select(({ fn, cast, ref }) => [
      ...[ref(of).as('holder'), 'kind' as const],
      cast<number>(fn.sum('count'), 'integer').as('count'),
    ])
    .groupBy([of, 'kind'])
    .orderBy(of)
    .orderBy('kind')
    .execute();
