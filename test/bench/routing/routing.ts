/** `npm run bench -- routing`: the route solver on public instances, against the best known plans. */
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { solveRouting } from '@svc/routing/solve';
import { type BestKnown, readBestKnown } from './best-plans.ts';
import { checkedDistance } from './checker.ts';
import { parseInstance } from './format.ts';
import type { BenchInstance, BenchRoute } from './instance.ts';
import { toProblem, toRoutes } from './translation.ts';

export interface RoutingRun {
  /** Folder of instances; ours without it. */
  readonly instances?: string | undefined;
  readonly seconds: number;
  readonly seed: number;
  /** Whether seconds are those of the processor, not of the wall. */
  readonly cpu: boolean;
  /** Folder for the routes; a temporary one without it. */
  readonly write?: string | undefined;
}

const ours = join(import.meta.dirname, 'instances');
/** Of our instances, which the solver finds within seconds. */
const gapMaxPercent = 1;
const size = { name: 16, vehicles: 9, distance: 12, seconds: 9 };

export async function benchRouting(run: RoutingRun): Promise<void> {
  const folder = run.instances ?? ours;
  const target = run.write ?? (await mkdtemp(join(tmpdir(), 'routing-')));
  await mkdir(target, { recursive: true });
  const bestKnown = await readBestKnown(folder);
  console.log(`routes are written to ${target}\n`);
  console.log(line('instance', ['vehicles', 'distance', 'seconds'], 'against best known'));
  const failures: string[] = [];
  let count = 0;
  for (const name of (await readdir(folder, { recursive: true })).toSorted()) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    const instance = parseInstance(basename(name, '.txt'), text);
    if (!instance) continue;
    count++;
    const solved = solveInstance(instance, run);
    await writeFile(join(target, `${instance.name}.sol`), solutionText(instance, solved));
    const verdict = compare(solved, bestKnown.get(instance.name));
    const { routes, distance, seconds } = solved;
    const figures = [`${routes.length}`, distance.toFixed(2), seconds.toFixed(1)] as const;
    console.log(line(instance.name, figures, verdict.text));
    if (!verdict.isGood) failures.push(instance.name);
  }
  if (count === 0) throw new Error(`no instance in a known format lies in ${folder}`);
  if (run.instances === undefined && failures.length > 0) {
    throw new Error(`more vans or over ${gapMaxPercent} % longer than known: ${failures.join()}`);
  }
}

interface Solved {
  readonly routes: readonly BenchRoute[];
  /** As the checker measures it; not a number for a plan that leaves requests out. */
  readonly distance: number;
  readonly seconds: number;
}

const cpuMs = (): number => process.cpuUsage().user / 1_000;

function solveInstance(instance: BenchInstance, { seconds, seed, cpu }: RoutingRun): Solved {
  const now = cpu ? cpuMs : () => performance.now();
  const begun = now();
  const limits = { seed, timeMs: seconds * 1_000, now };
  const plan = solveRouting(toProblem(instance), limits);
  const elapsed = (now() - begun) / 1_000;
  const routes = toRoutes(instance, plan);
  const isWhole = plan.unplaced.length === 0;
  const distance = isWhole ? checkedDistance(instance, routes) : Number.NaN;
  return { routes, distance, seconds: elapsed };
}

/** Sites in order of visit, in the form of published solutions. */
function solutionText({ name }: BenchInstance, { routes }: Solved): string {
  const lines = routes.map(({ stops }, index) => {
    return `Route ${index + 1} : ${stops.map(({ site }) => site).join(' ')}`;
  });
  return `Instance name : ${name}\nSolution\n${lines.join('\n')}\n`;
}

interface Verdict {
  readonly text: string;
  readonly isGood: boolean;
}

function compare({ routes, distance }: Solved, known: BestKnown | undefined): Verdict {
  if (Number.isNaN(distance)) return { text: 'requests are left out', isGood: false };
  if (!known) return { text: '', isGood: true };
  const extra = routes.length - (known.vehicles ?? routes.length);
  if (extra !== 0) return { text: `${extra > 0 ? '+' : ''}${extra} vehicles`, isGood: extra < 0 };
  const gap = (distance / known.distance - 1) * 100;
  return { text: `${gap.toFixed(3)} %`, isGood: gap <= gapMaxPercent };
}

function line(name: string, figures: readonly [string, string, string], verdict: string): string {
  const [vehicles, distance, seconds] = figures;
  const cells = [
    name.padEnd(size.name),
    vehicles.padStart(size.vehicles),
    distance.padStart(size.distance),
    seconds.padStart(size.seconds),
  ];
  return `${cells.join('')}  ${verdict}`.trimEnd();
}
