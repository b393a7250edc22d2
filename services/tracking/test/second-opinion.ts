/**
 * The figures of certificates, computed a second time: from the rows, by the documents
 * (docs/architecture/cold-chain.md, packages/proof/README.md), with no line of what is tested.
 */
import { createHash } from 'node:crypto';
import { temperatureRanges } from '@svc/contracts';
import type { App } from './app.ts';

/** From when to when, ms. */
type Span = { from: number; to: number };
/** A time in which a probe lay beside a parcel of the job. */
type Stay = Span & { device_id: string; isBoxed: boolean };
type Reading = Measured & { device_id: string; seq: number; at: number; vehicle_no: number };
type Measured = { mc: number; calibrated_until: string | null };
type Binding = Span & Parcels & { asset_id: string; device_id: string | null };
type Parcels = { job_id: string | null; parcels: string[] | null; job_parcels: number | null };
type JobRow = Span & { job_id: string; vehicle_no: number; class: keyof typeof temperatureRanges };
type Device = { device_id: string; class: string | null };
type Rows = { readings: Map<string, Reading[]>; bindings: Binding[]; devices: Device[] };

export async function secondOpinions(app: App, carrier: string) {
  const select = (sql: string) => app.sql(`select ${sql}`, [carrier]);
  const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;
  const readings: Reading[] = await select(
    `f.device_id, r.seq::int, ${ms('r.at')} as at, r.temperature_mc as mc, r.vehicle_no,
            r.calibrated_until::text
       from tracking.reading r join tracking.feed f on f.no = r.feed_no
      where f.tenant_id = $1 order by r.at, r.seq`,
  );
  const bindings: Binding[] = await select(
    `asset_id, device_id, job_id, parcels, job_parcels, ${ms('from_at')} as from,
            coalesce(${ms('to_at')}, 'Infinity') as to
       from tracking.binding where tenant_id = $1`,
  );
  const its = 'device_id, temperature_class as class';
  const devices: Device[] = await select(`${its} from tracking.device where tenant_id = $1`);
  const jobs: JobRow[] = await select(
    `job_id, v.no as vehicle_no, temperature_class as class, ${ms('collected_at')} as from,
            ${ms('delivered_at')} as to
       from tracking.tracked_job j join tracking.vehicle v on v.id = j.vehicle_id
      where v.tenant_id = $1 and delivered_at is not null`,
  );
  const rows = { readings: Map.groupBy(readings, ({ device_id }) => device_id), bindings, devices };
  return new Map(jobs.map((job) => [job.job_id, opinionOf(job, rows)]));
}

function opinionOf(job: JobRow, rows: Rows) {
  const { stays, unmeasured } = whereabouts(job, rows);
  /** Half open, but for the last moment of the job. */
  const told = (id: string, { from, to }: Span) => {
    const end = to === job.to ? to + 1 : to;
    return rows.readings.get(id)?.filter(({ at }) => at >= from && at < end) ?? [];
  };
  const beside = [...Map.groupBy(stays, ({ device_id }) => device_id)].flatMap(([id, own]) =>
    union(own).map((span) => ({ span, readings: told(id, span) })),
  );
  const counted = beside.flatMap(({ readings }) => readings).toSorted(byTime);
  const spells = beside
    .flatMap(({ span, readings }) => spellsOf(readings, span, job))
    .toSorted((a, b) => (a.from + a.device_id < b.from + b.device_id ? -1 : 1));
  const silences = stays.flatMap((stay) => silencesOf(told(stay.device_id, stay), stay));
  const gaps = union([...silences, ...silencesOf(counted, job), ...unmeasured]);
  const silent = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const length = job.to - job.from;
  const coverage = Math.floor(((length - silent) * 10_000) / length) / 10_000;
  const excursions = spells.filter(({ minutes }) => minutes >= 5);
  const exposures = spells.filter(({ minutes }) => minutes < 5);
  const findings = [
    [excursions.length > 0, 'excursion'],
    [coverage < 0.9, 'insufficient_data'],
    [counted.some(({ calibrated_until }) => calibrated_until === null), 'uncalibrated'],
    [exposures.length > 0, 'brief_exposure'],
  ] as const;
  return {
    result: findings.find(([isFound]) => isFound)?.[1] ?? 'in_range',
    ...extremesOf(counted),
    ...{ coverage, excursions, exposures },
    gaps: gaps.map(({ from, to }) => ({ from: iso(from), to: iso(to) })),
    readings_digest: digestOf(counted),
  };
}

/** Probes beside the parcels, and times in which some parcel had none. */
function whereabouts(job: JobRow, { bindings, devices, readings }: Rows) {
  const own = bindings.filter((each) => each.job_id === job.job_id && overlap(each, job));
  if (own.length === 0) {
    const stays = devices
      .filter(({ device_id }) => readings.get(device_id)?.[0]?.vehicle_no === job.vehicle_no)
      .filter((each) => each.class === job.class)
      .flatMap(({ device_id }) => {
        const boxed = bindings.filter((each) => each.device_id === device_id);
        return without(job, boxed).map((span) => ({ ...span, device_id, isBoxed: false }));
      });
    return { stays, unmeasured: without(job, stays) };
  }
  const [stays, unmeasured]: [Stay[], Span[]] = [[], []];
  const codes = new Set(own.flatMap(({ parcels }) => parcels ?? []));
  if (codes.size < (own[0]?.job_parcels ?? 1)) codes.add('any other');
  for (const parcel of codes) {
    const boxes = own.filter(({ parcels }) => parcels === null || parcels.includes(parcel));
    unmeasured.push(...without(job, boxes));
    for (const box of boxes) {
      const inside = overlap(box, job);
      const probes = bindings.filter((each) => each.device_id && each.asset_id === box.asset_id);
      unmeasured.push(...(inside ? without(inside, probes) : []));
      for (const { device_id, ...bound } of probes) {
        const span = inside && overlap(bound, inside);
        if (span && device_id) stays.push({ ...span, device_id, isBoxed: true });
      }
    }
  }
  return { stays, unmeasured };
}

/** From the first reading outside to the next in range, else until the probe is there no more. */
function spellsOf(readings: readonly Reading[], { to: end }: Span, job: JobRow) {
  const { min, max } = temperatureRanges[job.class];
  const isIn = ({ mc }: Reading) => mc >= min * 1_000 && mc <= max * 1_000;
  return readings.flatMap((first, n) => {
    const before = readings[n - 1];
    if (isIn(first) || (before && !isIn(before))) return [];
    const later = readings.slice(n);
    const next = later.findIndex(isIn);
    const to = later[next]?.at ?? end;
    const minutes = Math.floor((to - first.at) / 60_000);
    const values = extremesOf(later.slice(0, next < 0 ? later.length : next));
    return [{ device_id: first.device_id, from: iso(first.at), to: iso(to), minutes, ...values }];
  });
}

/** Longer than 15 minutes; in a box also a stay in which the probe told nothing. */
function silencesOf(told: readonly Reading[], { from, to, isBoxed }: Span & Partial<Stay>): Span[] {
  const moments = [from, ...told.map(({ at }) => at), to];
  const between = moments.slice(1).map((at, n) => ({ from: moments[n] ?? at, to: at }));
  if (isBoxed && told.length === 0) return between;
  return between.filter((each) => each.to - each.from > 15 * 60_000);
}

function extremesOf(readings: readonly Reading[]) {
  const values = readings.map(({ mc }) => mc / 1_000).toSorted((a, b) => a - b);
  return { min_c: values[0] ?? null, max_c: values.at(-1) ?? null };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const byTime = (a: Reading, b: Reading): number =>
  a.at - b.at || (a.device_id < b.device_id ? -1 : 1);

/** Of readings in the order of time. */
function digestOf(readings: readonly Reading[]): string {
  const lines = readings.map(({ at, calibrated_until, device_id, seq, mc }) =>
    JSON.stringify({ at: iso(at), calibrated_until, device_id, seq, temperature_c: mc / 1_000 }),
  );
  const text = ['svc.readings.v1', ...lines, ''].join('\n');
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function overlap(a: Span, b: Span): Span | undefined {
  const both = { from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) };
  return both.from < both.to ? both : undefined;
}

/** As few spans as cover the same time. */
function union(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** What is left of a span outside of others. */
function without({ from, to }: Span, others: readonly Span[]): Span[] {
  const taken = union(others);
  const begins = [from, ...taken.map((each) => each.to)];
  const ends = [...taken.map((each) => each.from), to];
  return begins.flatMap(
    (begin, n) => overlap({ from: begin, to: ends[n] ?? to }, { from, to }) ?? [],
  );
}
