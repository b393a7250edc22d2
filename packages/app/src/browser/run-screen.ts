/** Today's run: the jobs in order, the next due first. */
import { projected } from '../domain/steps.ts';
import type { App, Screen } from './app.ts';
import { readOffset, readProgress, type StoredJob } from './database.ts';
import { element } from './dom.ts';
import { clockTime, dueText, statusLabels, temperatureLabel } from './words.ts';

export async function runScreen({ db }: App): Promise<Screen> {
  const [jobs, actions, progress, offset] = await Promise.all([
    db.getAll('job'),
    db.getAll('action'),
    readProgress(db),
    readOffset(db),
  ]);
  const nowMs = Date.now() + offset;
  const items = jobs
    .toSorted((a, b) => a.place - b.place)
    .map((job) => {
      const own = actions.filter(({ job_id }) => job_id === job.id);
      return jobItem(job, projected(job, own).status, nowMs);
    });
  const empty =
    progress.synced_at === undefined
      ? 'The run has not been read yet: this needs a network once.'
      : 'Nothing to do at the moment.';
  const list = items.length > 0 ? element('ol', { class: 'run' }, ...items) : undefined;
  const more = progress.has_more ? 'More jobs follow as these are done.' : undefined;
  const parts = [list ?? element('p', {}, empty), element('p', { class: 'soft' }, more)];
  return { title: 'Today', parts, isLive: true };
}

function jobItem(job: StoredJob, status: StoredJob['status'], nowMs: number): HTMLElement {
  const isAboard = ['collected', 'in_transit'].includes(status);
  const stop = isAboard ? job.dropoff : job.pickup;
  const line = (text: string, name = '') => element('span', { class: name || false }, text);
  const due = dueText(job.sla_due, nowMs);
  const [from, until] = [clockTime(job.starts_at), clockTime(job.sla_due)];
  return element(
    'li',
    {},
    element(
      'a',
      { href: `#job=${job.id}`, class: 'card' },
      element('strong', {}, `${isAboard ? 'To' : 'From'} ${stop.name}`),
      line(stop.address),
      line(`${from} to ${until}, ${due}`, due.startsWith('late') ? 'bad' : ''),
      line(`${temperatureLabel(job.temperature_class)}, parcels: ${job.parcels}`),
      line(`${job.ref}: ${statusLabels[status]}`, 'soft'),
    ),
  );
}
