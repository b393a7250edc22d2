/** Open jobs with drivers, vehicles that report each second, and a session: the data of live pages. */
import type { BenchStack } from '../stack.ts';
import { startFleet } from '../telemetry/fleet.ts';
import { perBatch } from '../telemetry/load.ts';

export const vehicles = 2_000;

/** Names of the two drivers, and what assigns one of them to a job. */
export interface Crew {
  names: readonly [string, string];
  assign(jobId: string, driver: 0 | 1, vehicle: number): Promise<unknown>;
}

/** All jobs are assigned to the first: then the other changes a row and leaves it where it is. */
export async function createCrew(stack: BenchStack, openJobs: number): Promise<Crew> {
  const { jobs, tracking } = stack.as(stack.tenants.carrier);
  const hire = async (first_name: string) =>
    (await tracking.createDriver({ first_name, last_name: 'Bench' })).id;
  const ids = [await hire('Ayanda'), await hire('Bongani')] as const;
  const assign: Crew['assign'] = (id, driver, vehicle) =>
    jobs.assign({ id, driver_id: ids[driver], vehicle_id: `veh_${vehicle % vehicles}` });
  for (let n = 0; n < openJobs; n += 1) {
    await assign(JSON.parse(await stack.book(`desk-${n}`)).id, 0, n);
  }
  return { names: ['Ayanda Bench', 'Bongani Bench'], assign };
}

/** Each vehicle reports once a second, spread over it; until it is stopped, which throws a failure. */
export async function startReports(stack: BenchStack): Promise<() => Promise<void>> {
  const send = await startFleet(stack, { vehicles });
  const everyMs = (1_000 * perBatch) / vehicles;
  const stopping = new AbortController();
  const run = async () => {
    let due = performance.now();
    while (!stopping.signal.aborted) {
      await send();
      due += everyMs;
      await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
    }
  };
  const running = run().catch((error: unknown) => error);
  return async () => {
    stopping.abort();
    const failure = await running;
    if (failure !== undefined) throw failure;
  };
}

/** As after a sign-in at a provider: the desk knows a session by its token alone. */
export async function signIn({ as, settings }: BenchStack): Promise<string> {
  const { token } = await as('').accounts.signIn({
    issuer: settings.desk?.issuer ?? '',
    subject: 'dispatcher',
    email: 'dispatcher@carrier.example',
    email_verified: true,
  });
  return token;
}
