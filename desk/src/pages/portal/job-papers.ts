/** Labels, waybill and proof of a job on paper, drawn as by the API. */
import { custody, jobs, withActions } from '@svc/contracts';
import { labelPdf, labelZpl } from '@svc/paperwork/papers/labels';
import { proofPdf } from '@svc/paperwork/papers/proof-of-delivery';
import { waybillPdf } from '@svc/paperwork/papers/waybill';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { mayOpen } from '../../route/access.ts';
import { download, type RenderContext } from '../../route/route.ts';

const pdf = 'application/pdf';
const ofLabels = { access: 'jobs:read', asks: { jobs: withActions(jobs, 'labels') } } as const;

const labelsFile = download({
  ...ofLabels,
  path: '/jobs/{id}/labels',
  load: async ({ param, clients }) => ({
    fileName: `labels-${param('id')}.pdf`,
    mediaType: pdf,
    bytes: await labelPdf(await clients.jobs.labels({ id: param('id') })),
  }),
});

const labelSheetFile = download({
  ...ofLabels,
  path: '/jobs/{id}/label-sheet',
  load: async ({ param, clients }) => ({
    fileName: `label-sheet-${param('id')}.pdf`,
    mediaType: pdf,
    bytes: await labelPdf(await clients.jobs.labels({ id: param('id'), layout: 'sheet' })),
  }),
});

const labelPrinterFile = download({
  ...ofLabels,
  path: '/jobs/{id}/label-printer',
  load: async ({ param, clients }) => ({
    fileName: `labels-${param('id')}.zpl`,
    mediaType: 'application/zpl',
    bytes: await labelZpl(await clients.jobs.labels({ id: param('id') })),
  }),
});

const waybillFile = download({
  path: '/jobs/{id}/waybill',
  access: 'jobs:read',
  asks: { jobs: withActions(jobs, 'waybill') },
  load: async ({ param, clients }) => ({
    fileName: `waybill-${param('id')}.pdf`,
    mediaType: pdf,
    bytes: await waybillPdf(await clients.jobs.waybill({ id: param('id') })),
  }),
});

const proofPaper = download({
  path: '/jobs/{id}/proof',
  access: 'pod:read',
  asks: { custody: withActions(custody, 'pod') },
  load: async ({ param, clients }) => ({
    fileName: `proof-of-delivery-${param('id')}.pdf`,
    mediaType: pdf,
    bytes: await proofPdf(await clients.custody.pod({ id: param('id') })),
  }),
});

/** The sandbox has them by its API alone. */
export function papersView(
  { id, status }: { id: string; status: string },
  { person, sandbox }: RenderContext,
): Html | undefined {
  if (sandbox) return undefined;
  const papers = [
    [labelsFile, 'Labels on A6 (PDF)'],
    [labelSheetFile, 'Labels on A4, four on a sheet (PDF)'],
    [labelPrinterFile, 'Labels for a label printer of 203 dpi (ZPL)'],
    [waybillFile, 'Waybill (PDF)'],
    ...(status === 'delivered' ? [[proofPaper, 'Proof of delivery (PDF)'] as const] : []),
  ] as const;
  const own = papers.filter(([{ access }]) => mayOpen(access, person));
  return card(
    { title: 'Papers' },
    html`<ul>${own.map(
      ([{ path }, label]) =>
        html`<li><a href="${path.replace('{id}', encodeURIComponent(id))}" download>${label}</a></li>`,
    )}</ul>`,
  );
}

export const paperRoutes = [labelsFile, labelSheetFile, labelPrinterFile, waybillFile, proofPaper];
