/** A job that has left the run while a form of it was open: the courier decides about the form. */
import type { App } from './app.ts';
import type { StoredJob } from './database.ts';
import { element } from './dom.ts';
import { discardDrafts } from './drafts.ts';
import { actionLabels } from './words.ts';

export async function leftPart(app: App, job: StoredJob): Promise<Node[]> {
  if (!job.has_left) return [];
  const drafts = await app.db.getAllFromIndex('draft', 'job', job.id);
  const forms = drafts.map(({ id, type }) =>
    element(
      'a',
      { href: `#draft=${id}&job=${job.id}`, class: 'wide' },
      `Go on: ${actionLabels(type).label}`,
    ),
  );
  return [
    element('p', { class: 'bad' }, 'This job is not in your run at the moment.'),
    ...(forms.length > 0 ? [...forms, discard(app, job)] : []),
  ];
}

function discard(app: App, { id }: StoredJob): HTMLElement {
  const confirm = async () => {
    await discardDrafts(app.db, id);
    await app.stored();
  };
  return element(
    'details',
    { id: 'discard-forms' },
    element('summary', {}, 'Discard what is begun'),
    element('p', {}, 'Forms with their photos are deleted from this device. There is no way back.'),
    element('button', { type: 'button', class: 'other', onclick: confirm }, 'Discard the forms'),
  );
}
