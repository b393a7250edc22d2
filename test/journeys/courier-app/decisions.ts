/**
 * Decisions of a courier about a refused hand-over: corrects it, or discards it and starts anew.
 */
import { photoPng } from '@svc/simulators/images';
import {
  fillHandOver,
  fillScans,
  openJob,
  reachState,
  record,
  stepButton,
} from './courier-hands.ts';
import { imageDigests } from './handset.ts';
import type { Day, Trip } from './trip.ts';

const refused = new Set<Trip['ending']>(['code corrected', 'code discarded', 'scans corrected']);

export async function decide(day: Day, trip: Trip): Promise<void> {
  const { job, ending, codes } = trip;
  if (!refused.has(ending)) return;
  const page = day.handset.page();
  await openJob(day.handset, job);
  await page.getByText('refused.').waitFor();
  if (ending === 'code discarded') await handOverAnew(day, trip);
  else {
    await page.getByRole('link', { name: 'Correct and send again' }).click();
    if (ending === 'scans corrected') await fillScans(page, codes);
    else await page.getByLabel('Handover code').fill(job.code ?? '');
  }
  await record(page);
  await page.getByRole('button', { name: /^Record/ }).waitFor({ state: 'detached' });
  const event = trip.expected.at(-1);
  if (event) event.untilMs = Date.now();
}

async function handOverAnew({ handset, draws }: Day, trip: Trip): Promise<void> {
  const { job, seal, codes } = trip;
  const page = handset.page();
  await page.getByText('Discard', { exact: true }).click();
  await page.getByRole('button', { name: 'Discard: Handed over' }).click();
  await reachState(handset, 'On the way to the drop-off');
  await stepButton(page, 'Hand over').click();
  await fillHandOver(page, { seal, code: job.code, photo: photoPng(draws()) });
  await fillScans(page, codes);
  trip.digests = await imageDigests(handset, job.id);
}
