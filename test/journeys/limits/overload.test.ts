/** One client sends several times what the environment can take, and its neighbour reads on. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canRun } from '../environment.ts';
import type { Answer } from '../http.ts';
import { bookingOf } from '../tenants.ts';
import { startWorld, type World } from '../world.ts';

const topology = 'a process per service';
/** So few that a slow machine answers all of them in time, and has no cause to refuse the neighbour. */
const env = { SVC_IN_FLIGHT_PER_CLIENT: '32' };
/** In flight of the loud client, half as many again as it may have. */
const inFlight = 50;
const reads = 15;

describe.skipIf(!canRun(topology))('a client that sends far too much', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ topology, env });
  });
  afterAll(() => world.stop());

  it('is shed, and its quiet neighbour is served all the while', async () => {
    const [loud, quiet] = [await world.tenant(), await world.tenant()];
    const answers: Answer[] = [];
    const open = new Set<Promise<unknown>>();
    const neighbour: number[] = [];
    for (let n = 0; n < reads; n += 1) {
      while (open.size < inFlight) {
        const request = { key: crypto.randomUUID(), body: bookingOf(loud) };
        const pending = loud.send('POST /jobs', request).then((answer) => {
          answers.push(answer);
          open.delete(pending);
        });
        open.add(pending);
      }
      neighbour.push((await quiet.send('GET /jobs')).status);
    }
    await Promise.all(open);

    const shed = answers.filter(({ status }) => status === 503);
    const booked = answers.filter(({ status }) => status === 201);
    const served = neighbour.filter((status) => status === 200).length;
    process.stdout.write(
      `${inFlight} in flight of one client: ${booked.length} booked, ${shed.length} shed; neighbour ${served} of ${reads} reads\n`,
    );
    expect(neighbour).toEqual(neighbour.map(() => 200));
    expect(booked.length).toBeGreaterThan(0);
    expect(shed.length).toBeGreaterThan(0);
    expect(booked.length + shed.length).toBe(answers.length);
    expect(shed.every(({ headers }) => headers.has('retry-after'))).toBe(true);
  });
});
