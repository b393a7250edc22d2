/** Charges become lines of drafts; all that share a transaction in three statements. */
import { newId } from '@svc/kit/ids';
import type { Kysely } from 'kysely';
import { labelOn } from '../domain/charge.ts';
import { monthOf, nextMonth } from '../domain/month.ts';
import {
  type DraftShare,
  insertLines,
  listCharged,
  type NewLine,
  type ReservedLines,
  reserveLines,
  type TenantCharge,
} from '../store/lines.ts';
import type { Tables } from '../store/schema.ts';

/**
 * Adds charges, each once, to the invoices of their months or the first later ones that are not
 * issued. Positions follow the order of the charges.
 */
export async function addCharges(
  db: Kysely<Tables>,
  charges: readonly TenantCharge[],
  now: Date,
): Promise<void> {
  const known = new Set((await listCharged(db, charges)).map(keyOf));
  const fresh = new Map(charges.map((charge) => [keyOf(charge), charge]));
  const lines: NewLine[] = [];
  let left = [...fresh.values()]
    .filter((charge) => !known.has(keyOf(charge)))
    .map((charge) => ({ charge, period: monthOf(charge.happened_at) }));
  while (left.length > 0) {
    const groups = Map.groupBy(left, ({ charge, period }) => `${charge.tenant_id} ${period}`);
    const reserved = await reserveLines(db, sharesOf([...groups.values()], now));
    for (const place of reserved) {
      const key = `${place.tenant_id} ${place.period}`;
      lines.push(...linesAt(place, groups.get(key) ?? []));
      groups.delete(key);
    }
    left = [...groups.values()]
      .flat()
      .map(({ charge, period }) => ({ charge, period: nextMonth(period) }));
  }
  if (lines.length > 0) await insertLines(db, lines);
}

const keyOf = ({ tenant_id, job_id, kind }: Pick<TenantCharge, 'tenant_id' | 'job_id' | 'kind'>) =>
  `${tenant_id} ${job_id} ${kind}`;

interface DatedCharge {
  charge: TenantCharge;
  /** Month of the invoice that is tried. */
  period: string;
}

const sharesOf = (groups: readonly DatedCharge[][], now: Date): DraftShare[] =>
  groups.flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const sum = (field: 'amount_cents' | 'vat_cents') =>
      group.reduce((total, { charge }) => total + charge[field], 0);
    return {
      tenant_id: first.charge.tenant_id,
      id: newId('inv_', now),
      period: first.period,
      lines: group.length,
      amount_cents: sum('amount_cents'),
      vat_cents: sum('vat_cents'),
    };
  });

const linesAt = ({ invoice_id, last }: ReservedLines, group: readonly DatedCharge[]): NewLine[] =>
  group.map(({ charge, period }, nth) => ({
    ...charge,
    invoice_id,
    position: last - group.length + nth + 1,
    label: labelOn(period, charge, monthOf(charge.happened_at)),
  }));
