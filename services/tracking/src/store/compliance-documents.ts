import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type {
  ComplianceDocument,
  ComplianceDocumentRecord,
  DocumentSubjectType,
} from '../domain/compliance-document.ts';
import type { Tables } from './schema.ts';

export async function insertDocuments(
  db: Kysely<Tables>,
  tenant: string,
  filed: { type: DocumentSubjectType; id: string; documents: readonly ComplianceDocument[] },
): Promise<void> {
  if (filed.documents.length === 0) return;
  await db
    .insertInto('compliance_document')
    .values(
      filed.documents.map((document, seq) => ({
        tenant_id: tenant,
        subject_type: filed.type,
        subject_id: filed.id,
        seq,
        document: document.document,
        expires_on: document.expires_on,
        notified_days: null,
      })),
    )
    .execute();
}

/** Locks the driver or vehicle, so that of two new documents each gets a place of its own. */
export async function lockDocuments(
  db: Kysely<Tables>,
  tenant: string,
  { type, id }: { type: DocumentSubjectType; id: string },
): Promise<ComplianceDocumentRecord[]> {
  await db
    .selectFrom(type)
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return db
    .selectFrom('compliance_document')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .execute();
}

/** Replaces the one at its place; no notice of it was sent yet. */
export async function putDocument(
  db: Kysely<Tables>,
  tenant: string,
  {
    type,
    id,
    seq,
    ...paper
  }: ComplianceDocument & {
    type: DocumentSubjectType;
    id: string;
    seq: number;
  },
): Promise<void> {
  const place = { tenant_id: tenant, subject_type: type, subject_id: id, seq };
  const content = { ...paper, notified_days: null };
  await db
    .insertInto('compliance_document')
    .values({ ...place, ...content })
    .onConflict((known) =>
      known.columns(['tenant_id', 'subject_type', 'subject_id', 'seq']).doUpdateSet(content),
    )
    .execute();
}

/** The papers of each row of a query over drivers or vehicles, as one column. */
export const documentsOf = (type: DocumentSubjectType): RawBuilder<ComplianceDocument[]> => sql<
  ComplianceDocument[]
>`(
  select coalesce(
           json_agg(json_build_object('document', document, 'expires_on', expires_on) order by seq),
           '[]')
    from compliance_document
   where compliance_document.tenant_id = ${sql.ref(`${type}.tenant_id`)}
     and compliance_document.subject_type = ${type}
     and compliance_document.subject_id = ${sql.ref(`${type}.id`)})`;

/**
 * Documents of all tenants with a notice that is due and not sent; locked, a batch at a time. What is
 * retired gets no notice.
 */
export const lockExpiringDocuments = (
  db: Kysely<Tables>,
  due: { day: string; notices: readonly { days: number; until: string }[]; max: number },
): Promise<ComplianceDocumentRecord[]> =>
  db
    .selectFrom('compliance_document')
    .selectAll()
    .where('expires_on', '>=', due.day)
    .where((eb) => eb.or(due.notices.map((notice) => isDue(eb, notice))))
    .where((eb) => eb.not(eb.exists(retiredSubject(eb, 'driver'))))
    .where((eb) => eb.not(eb.exists(retiredSubject(eb, 'vehicle'))))
    .orderBy('expires_on')
    .limit(due.max)
    .forUpdate()
    .skipLocked()
    .execute();

/** Ids of drivers and vehicles differ by their prefix. */
const retiredSubject = (
  eb: ExpressionBuilder<Tables, 'compliance_document'>,
  type: DocumentSubjectType,
) =>
  eb
    .selectFrom(type)
    .select(`${type}.id`)
    .whereRef(`${type}.tenant_id`, '=', 'compliance_document.tenant_id')
    .whereRef(`${type}.id`, '=', 'compliance_document.subject_id')
    .where(`${type}.retired_at`, 'is not', null);

const isDue = (
  eb: ExpressionBuilder<Tables, 'compliance_document'>,
  { days, until }: { days: number; until: string },
) =>
  eb.and([
    eb('expires_on', '<=', until),
    eb.or([eb('notified_days', 'is', null), eb('notified_days', '>', days)]),
  ]);

export async function saveNotice(
  db: Kysely<Tables>,
  tenant: string,
  { subject_type, subject_id, seq, notified_days }: ComplianceDocumentRecord,
): Promise<void> {
  await db
    .updateTable('compliance_document')
    .set({ notified_days })
    .where('tenant_id', '=', tenant)
    .where('subject_type', '=', subject_type)
    .where('subject_id', '=', subject_id)
    .where('seq', '=', seq)
    .execute();
}
