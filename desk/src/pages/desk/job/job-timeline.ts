import { type Html, html } from '@svc/web/html';
import { formatDateTime } from '@svc/web/times';
import { wordsOf } from '../rows/labels.ts';
import { table } from '../rows/table.ts';
import type { DeskJobDetail } from './job-data.ts';

/** Oldest first, as it happened. */
export const timeline = (events: DeskJobDetail['timeline']): Html =>
  table({
    label: 'Timeline',
    caption: 'What happened so far, the oldest first',
    columns: ['When', 'What', 'In words', 'Seal'],
    rows: events.map(
      ({ at, type, note, seal }) =>
        html`<th scope="row">${formatDateTime(new Date(at))}</th><td>${wordsOf(type)}</td><td>${note}</td><td>${seal ?? 'None'}</td>`,
    ),
  });
