/** What a dispatcher looks for, wherever it is: jobs, drivers, vehicles, boxes, sites and files. */
import { accounts, files, jobs, tracking, withActions } from '@svc/contracts';
import type { Clients } from '@svc/kit/client';
import { type Html, html } from '@svc/web/html';
import { card } from '@svc/web/parts';
import { searchOf } from '../../address/pager.ts';
import { page } from '../../route/route.ts';
import { type Part, partOf } from '../../view/part.ts';
import { fullName, statusLabels } from '../../words/labels.ts';
import { allAssets, allDrivers, allVehicles } from './assignment/fleet.ts';
import { boardFilter, searchFault } from './board-jobs.ts';
import { boxesPath, boxStates, kindLabels } from './fleet/box-forms.ts';
import { fileStatusLabels } from './rows/labels.ts';
import { readPages } from './rows/read-pages.ts';

export const searchPath = '/desk/search';
/** Hits that the page shows of each kind. */
const shownMax = 8;

const asks = {
  accounts: withActions(accounts, 'listSitesForDesk'),
  files: withActions(files, 'list'),
  jobs: withActions(jobs, 'listForDesk'),
  tracking: withActions(tracking, 'listAssets', 'listDrivers', 'listVehicles'),
};

interface Hit {
  name: string;
  about?: string;
  href: string;
}
interface Kind {
  title: string;
  hits: Part<readonly Hit[]>;
}

/** Whether each word of the search is in the text. */
const fits = (text: string, q: string): boolean =>
  q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));

const among = (q: string, hits: readonly Hit[]): Hit[] =>
  hits.filter(({ name }) => fits(name, q)).slice(0, shownMax);

const board = (values: Parameters<typeof searchOf>[0]): string => `/desk${searchOf(values)}`;

/** How each kind is found; those but jobs by their names. */
const kinds: Readonly<
  Record<string, (q: string, clients: Clients<typeof asks>) => Promise<Hit[]>>
> = {
  Jobs: async (q, { jobs }) =>
    (await jobs.listForDesk({ q, limit: shownMax })).data.map(
      ({ id, ref, status, pickup, dropoff }) => ({
        name: ref,
        about: `${pickup.name} → ${dropoff.name}, ${statusLabels[status]}`,
        href: `/desk/jobs/${encodeURIComponent(id)}`,
      }),
    ),
  Drivers: async (q, clients) =>
    among(
      q,
      (await allDrivers(clients)).map((each) => ({
        name: fullName(each),
        href: board({ driver_id: each.id }),
      })),
    ),
  Vehicles: async (q, clients) =>
    among(
      q,
      (await allVehicles(clients)).map(({ registration }) => ({
        name: registration,
        href: `/desk/map${searchOf({ plate: registration })}`,
      })),
    ),
  Boxes: async (q, clients) =>
    among(
      q,
      (await allAssets(clients)).map(({ id, identifier, kind, state }) => ({
        name: identifier,
        about: `${kindLabels[kind]}, ${boxStates[state]}`,
        href: `${boxesPath}/${encodeURIComponent(id)}`,
      })),
    ),
  Sites: async (q, { accounts }) => {
    const { data } = await readPages((starting_after) =>
      accounts.listSitesForDesk({ limit: 100, starting_after }),
    );
    return among(
      q,
      data.map(({ name, address }) => ({ name, about: address, href: board({ q: name }) })),
    );
  },
  Files: async (q, { files }) =>
    among(
      q,
      (await files.list({ limit: 100 })).data.map(({ id, name, status }) => ({
        name,
        about: fileStatusLabels[status],
        href: `/desk/files/${encodeURIComponent(id)}`,
      })),
    ),
};

const findAll = (q: string, clients: Clients<typeof asks>): Promise<Kind[]> =>
  Promise.all(
    Object.entries(kinds).map(async ([title, find]) => ({
      title,
      hits: await partOf(find(q, clients)),
    })),
  );

export const searchPage = page({
  path: searchPath,
  access: 'ops:dispatch',
  title: 'Search',
  asks,
  load: async ({ query, clients }) => {
    const wanted = query(boardFilter.query);
    const { q } = wanted;
    const fault = searchFault(wanted);
    const found = q === undefined || fault !== undefined ? [] : await findAll(q, clients);
    return { q, fault, found };
  },
  render: ({ q = '', fault, found }) => html`<h1>Search</h1>
${fault !== undefined && html`<p class="fault">${fault}</p>`}
<div id="found">${found.map(({ title, hits }) => card({ title }, hitsOf(hits, { title, q })))}</div>`,
});

function hitsOf(hits: Part<readonly Hit[]>, { title, q }: { title: string; q: string }): Html {
  if (hits.is !== 'present') return html`<p>Not available at the moment.</p>`;
  if (hits.data.length === 0) return html`<p class="soft">None found.</p>`;
  return html`<ul class="hits">${hits.data.map(
    ({ name, about, href }) =>
      html`<li><a class="target" href="${href}">${name}</a> <span class="soft">${about}</span></li>`,
  )}</ul>
${title === 'Jobs' && html`<p><a class="button" href="${board({ q })}">Show all on the board</a></p>`}`;
}
