/** Vans with boxes of three classes, as planned from a seed; and what probes beside parcels feel. */
import { type TemperatureClass, temperatureRanges } from '@svc/contracts';
import { type Chance, chancesOf } from '@svc/kit/testing/chance';

/** Ticks a minute; a probe tells in one of them. */
export const perMinute = 3;
export const timeOf = (tick: number): string =>
  new Date(Date.UTC(2026, 10, 2, 6, 0, (tick * 60) / perMinute)).toISOString();

/** Boxes by label, or the floor of a van, each from a tick on. */
type Way = readonly { tick: number; place: string }[];
const placeAt = (way: Way, tick: number) => way.findLast((step) => step.tick <= tick)?.place;

export type Plan = ReturnType<typeof planOf>;
export type Job = ReturnType<typeof jobsOf>[number];
type Probe = ReturnType<typeof furniture>['probes'][number];
type Size = { vans: number; ticks: number };
/** Parcels by their codes, null for all, and where they are packed. */
type Packed = { codes: string[] | null; way: Way };

const classes = ['2-8C', 'frozen', 'ambient'] as const;
const usual = { '2-8C': 5, frozen: -20, ambient: 20 };
const boxOf = (van: number, name: TemperatureClass) => `V${van}-${name}`;
const floorOf = (van: number) => `floor-${van}`;

export function planOf(seed: number, { vans, hours }: { vans: number; hours: number }) {
  const size = { vans, ticks: hours * 60 * perMinute };
  const planned = chancesOf(seed, vans).map((chance, van) => {
    const jobs = jobsOf(chance, van, size);
    return { ...furniture(chance, van, size), jobs, warm: warmthOf(chance, jobs) };
  });
  return {
    ...size,
    boxes: planned.flatMap(({ boxes }) => boxes),
    probes: planned.flatMap(({ probes }) => probes),
    jobs: planned.flatMap(({ jobs }) => jobs),
    warm: planned.flatMap(({ warm }) => warm),
  };
}

/** Boxes, one of which goes to the next van; probes, one of which dies, and one changes boxes. */
function furniture({ between, oneIn, pick }: Chance, van: number, { vans, ticks }: Size) {
  const midway = () => between(ticks >> 2, ticks - (ticks >> 2));
  const moving = pick(classes);
  const boxes = classes.map((name) => {
    const moves = name === moving ? { tick: midway(), van: (van + 1) % vans } : null;
    return { label: boxOf(van, name), van, class: name, moves };
  });
  const boxed = classes.flatMap((name) =>
    Array.from({ length: between(1, 2) }, () => ({ place: boxOf(van, name), its: name })),
  );
  const open = (['ambient', '2-8C'] as const).map((its) => ({ place: floorOf(van), its }));
  // The first in the fridge dies most often: another of its class stays on the floor.
  const dead = oneIn(2) ? 0 : between(0, boxed.length - 1);
  const moved = between(0, boxed.length);
  const probes = [...boxed, ...open].map(({ place, its }, no) => {
    const move = { tick: midway(), place: boxOf(van, pick(classes)) };
    const way: Way = [{ tick: 0, place }, ...(no === moved ? [move] : [])];
    const dies = no === dead ? midway() : ticks;
    const calibrated_until = oneIn(12) ? null : '2027-06-30';
    const offset = between(0, perMinute - 1);
    const known = no > boxed.length ? its : pick([its, null]);
    return { id: `${place}-p${no}`, van, class: known, way, dies, offset, calibrated_until };
  });
  return { boxes, probes };
}

/** Four to six: one changes boxes, one has a parcel in none, one lies open; the others vary. */
const jobsOf = ({ between, pick }: Chance, van: number, { vans, ticks }: Size) =>
  Array.from({ length: between(4, 6) }, (_, n) => {
    const lasts = between(30, 90) * perMinute;
    const collected = between(perMinute, ticks - lasts);
    const job = { id: `job_${van}_${n}`, van, class: pick(classes), collected };
    const own = boxOf(van, job.class);
    const other = pick([boxOf((van + 1) % vans, job.class), boxOf(van, pick(classes))]);
    const midway = collected + between(perMinute, lasts - perMinute);
    const begins = { tick: collected - between(0, 2), place: own };
    const moves = [begins, { tick: midway, place: other }];
    const back = { tick: midway + between(1, 15 * perMinute), place: own };
    const late = { tick: collected + between(1, 20 * perMinute), place: own };
    const wrong = [
      { ...begins, place: other },
      { tick: midway, place: own },
    ];
    const first = { codes: [`${job.id}-1`], way: moves };
    const all = (way: Way): Packed[] => [{ codes: null, way }];
    const packings = [all(moves), [first], [], all(wrong), all([begins]), all([late])];
    packings.push([first, { codes: [`${job.id}-2`], way: [begins] }]);
    if (back.tick < collected + lasts) packings.push(all([...moves, back]));
    const packed = packings[n < 3 ? n : between(3, packings.length - 1)] ?? [];
    return { ...job, delivered: collected + lasts, packed };
  });

/** Spells of three, five and nine minutes where parcels are. */
const warmthOf = ({ between, pick }: Chance, jobs: Job[]) =>
  [3, 5, 9, pick([4, 6])].map((minutes) => {
    const job = pick(jobs as [Job, ...Job[]]);
    const from = between(job.collected, job.delivered - perMinute);
    const place = placeAt(job.packed[0]?.way ?? [], from) ?? floorOf(job.van);
    return { place, from, to: from + minutes * perMinute };
  });

/** What a probe tells at a tick, in thousandths of a degree; undefined if it says nothing. */
export function measured(plan: Plan, probe: Probe, tick: number): number | undefined {
  if (tick % perMinute !== probe.offset || tick >= probe.dies) return undefined;
  const place = placeAt(probe.way, tick);
  const climate = classes.find((name) => place?.endsWith(`-${name}`)) ?? probe.class;
  const isWarm = plan.warm.some(
    (each) => each.place === place && tick >= each.from && tick < each.to,
  );
  const wave = ((tick * 5 + probe.id.length) % 21) * 100 - 1_000;
  return (climate === null ? 12_000 : usual[climate] * 1_000) + wave + (isWarm ? 7_000 : 0);
}

const isBeside = ({ packed, ...job }: Job, probe: Probe, tick: number): boolean => {
  const place = placeAt(probe.way, tick);
  if (packed.length === 0) return place === floorOf(job.van) && probe.class === job.class;
  return packed.some(({ way }) => placeAt(way, tick) === place);
};

/** Times in which a probe beside the parcels of a job was out of its range, tick by tick. */
export const planted = (plan: Plan, job: Job): string[] =>
  plan.probes.flatMap((probe) => spellsBeside(plan, job, probe)).toSorted();

function spellsBeside(plan: Plan, job: Job, probe: Probe): string[] {
  const range = temperatureRanges[job.class];
  const spells: string[] = [];
  let since: number | undefined;
  for (let tick = job.collected; tick <= job.delivered; tick += 1) {
    const isHere = isBeside(job, probe, tick);
    const value = isHere ? measured(plan, probe, tick) : undefined;
    const isOut = value !== undefined && (value < range.min * 1_000 || value > range.max * 1_000);
    if (isOut) since ??= tick;
    const isOver = !isHere || (value !== undefined && !isOut) || tick === job.delivered;
    if (since === undefined || !isOver) continue;
    spells.push(`${probe.id} ${timeOf(since)} ${timeOf(tick)}`);
    since = undefined;
  }
  return spells;
}
