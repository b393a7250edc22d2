/** Prices and jobs: quote, book, jobs, track, cancel. */

import { eachOf, type Job, type Tracking } from '@svc/sdk';
import { printable } from '@svc/text/printable';
import { optionsOf, pause, print, type Shell, table } from '@svc/text/shell';
import { Command, Option } from 'commander';
import { z } from 'zod';
import { clientOf } from './session.ts';

const statuses = [
  'booked',
  'assigned',
  'en_route_pickup',
  'collected',
  'in_transit',
  'delivered',
  'exception',
  'cancelled',
] as const;
const priorities = ['scheduled', 'same_day', 'stat', 'critical'] as const;
const timings = ['standard', 'after_hours', 'saturday', 'sunday'] as const;

const priorityOption = () => new Option('--priority <priority>').choices([...priorities]);
/** Options of a price and of a booking. */
const withProfile = (command: Command) =>
  command
    .option('--profile <name>', 'temperature profile of the class of the SKU, e.g. red_cells')
    .option('--dry-ice <kg>', 'dry ice in each parcel, with the profile dry_ice');
const profileShape = { profile: z.string().optional(), dryIce: z.coerce.number().optional() };

const rands = (cents: number): string => `R ${(cents / 100).toFixed(2)}`;

export const quote = (shell: Shell): Command =>
  withProfile(new Command('quote'))
    .description('price a SKU, and hold the price for 15 minutes')
    .argument('<sku>', 'SKU of the price book, e.g. LAB-STD')
    .option('--km <km>', 'route distance in kilometres')
    .addOption(priorityOption())
    .addOption(new Option('--timing <timing>').choices([...timings]))
    .option('--parcels <n>', 'parcels to the same address')
    .addHelpText('after', '\nExample:\n  svc quote LAB-STD --km 22 --priority stat')
    .action(async (sku: string, _options, command: Command) => {
      const { json, profile, dryIce, ...given } = optionsOf(command, {
        km: z.coerce.number().optional(),
        priority: z.enum(priorities).optional(),
        timing: z.enum(timings).optional(),
        parcels: z.coerce.number().int().optional(),
        ...profileShape,
      });
      const fields = { ...given, temperature_profile: profile, dry_ice_kg: dryIce };
      const client = await clientOf(shell);
      const held = await client.createQuote({ body: { sku, ...defined(fields) } });
      const rows = held.lines.map(({ label, amount_cents }) => [label, rands(amount_cents)]);
      const all = [...rows, ['VAT', rands(held.vat_cents)], ['total', rands(held.total_cents)]];
      const text = () =>
        `${held.id}, held until ${held.expires_at}\n${table(shell, ['for', 'price'], all)}`;
      print(shell, json, [held, text]);
    });

export const book = (shell: Shell): Command =>
  withProfile(new Command('book'))
    .description('book a job from a quote, or from a SKU')
    .requiredOption('--from <site>', 'id of the site to collect from')
    .requiredOption('--to <site>', 'id of the site to deliver to')
    .option('--quote <id>', 'a held quote')
    .option('--sku <sku>', 'a SKU, without a quote')
    .addOption(priorityOption())
    .option('--reference <text>', 'reference of your own')
    .option('--cost-centre <text>', 'cost centre on the invoice')
    .option('--key <key>', 'Idempotency-Key: the same again books nothing twice')
    .addHelpText('after', '\nExample:\n  svc book --sku LAB-STD --from cli-0 --to lab-0')
    .action(async (_options, command: Command) => {
      const text = z.string().optional();
      const { json, from, to, key, ...given } = optionsOf(command, {
        from: z.string(),
        to: z.string(),
        quote: text,
        sku: text,
        priority: z.enum(priorities).optional(),
        reference: text,
        costCentre: text,
        key: text,
        ...profileShape,
      });
      const { quote: quote_id, costCentre: cost_centre, profile, dryIce, ...same } = given;
      const kept = { temperature_profile: profile, dry_ice_kg: dryIce };
      const fields = defined({ ...same, ...kept, quote_id, cost_centre });
      const body = { ...fields, pickup_site_id: from, dropoff_site_id: to };
      const client = await clientOf(shell);
      const job = await client.bookJob({ body }, key === undefined ? {} : { idempotencyKey: key });
      const summary = () => `${job.ref} is booked, due ${job.sla_due}\n${job.tracking_url}`;
      print(shell, json, [job, summary]);
    });

export const jobs = (shell: Shell): Command =>
  new Command('jobs')
    .description('list jobs, newest first')
    .addOption(new Option('--status <status>').choices([...statuses]))
    .option('--reference <text>', 'only with this reference of yours')
    .option('--limit <n>', 'at most so many', '20')
    .addHelpText('after', '\nExample:\n  svc jobs --status exception --json')
    .action(async (_options, command: Command) => {
      const { json, limit, ...filter } = optionsOf(command, {
        status: z.enum(statuses).optional(),
        reference: z.string().optional(),
        limit: z.coerce.number().int().min(1),
      });
      const client = await clientOf(shell);
      const query = { ...defined(filter), limit: Math.min(limit, 100) };
      const found: Job[] = [];
      for await (const job of eachOf(client.listJobs, { query })) {
        found.push(job);
        if (found.length === limit) break;
      }
      const rows = found.map((job) => [job.ref, job.status, job.sku, job.sla_due, job.reference]);
      const head = ['ref', 'status', 'sku', 'due', 'reference'];
      print(shell, json, [found, () => table(shell, head, rows)]);
    });

const watchMs = 5_000;

const wayText = ({ status, eta_minutes, eta_basis, position_at }: Tracking): string => {
  const isUnseen = eta_basis === 'schedule' && (status === 'collected' || status === 'in_transit');
  return isUnseen
    ? `no position since ${position_at ?? 'the collection'}, last estimate ${eta_minutes} min`
    : `${eta_minutes} min to go`;
};
const ended = new Set<string>(['delivered', 'cancelled']);

export const track = (shell: Shell): Command =>
  new Command('track')
    .description('where a job is, and when it arrives')
    .argument('<ref>', 'job reference')
    .option('--watch', 'go on until it has ended')
    .addHelpText('after', '\nExample:\n  svc track SVC-7K3M9QX2 --watch')
    .action(async (ref: string, _options, command: Command) => {
      const { json, watch } = optionsOf(command, { watch: z.boolean().default(false) });
      const client = await clientOf(shell);
      let seen = '';
      while (!shell.signal.aborted) {
        const record = await client.trackJob({ path: { ref } });
        const { status, events } = record;
        const note = printable(events.at(-1)?.note ?? '');
        const text = `${status}, ${wayText(record)}: ${note}`;
        if (text !== seen) print(shell, json, [record, () => text]);
        seen = text;
        if (!watch || ended.has(status)) return;
        await pause(watchMs, shell.signal);
      }
    });

export const cancel = (shell: Shell): Command =>
  new Command('cancel')
    .description('cancel a job before its parcels are collected')
    .argument('<job>', 'id or reference')
    .requiredOption('--reason <text>', 'shown to the control desk and on the invoice')
    .addHelpText('after', '\nExample:\n  svc cancel SVC-7K3M9QX2 --reason "No longer needed"')
    .action(async (id: string, _options, command: Command) => {
      const { json, reason } = optionsOf(command, { reason: z.string() });
      const client = await clientOf(shell);
      const job = await client.cancelJob({ path: { id }, body: { reason } });
      const { fee_cents, rule } = job.cancellation;
      print(shell, json, [job, () => `${job.ref} is cancelled, fee ${rands(fee_cents)}. ${rule}`]);
    });

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the members that are undefined. */
function defined<T extends object>(fields: T): Defined<T> {
  const kept: Defined<T> = { ...fields };
  for (const key in kept) if (kept[key] === undefined) delete kept[key];
  return kept;
}
