/** The life of a job as a picture: states, and the milestones that lead from one to another. */
import { milestoneLeads, type Status, plannedStatuses as way } from '@svc/contracts';
import { tokenStyle } from '@svc/web/style';

const [box, pitch, row] = [128, 184, 44];
const left = (state: Status): number => 4 + way.indexOf(state) * pitch;
const right = (state: Status): number => left(state) + box;

type Arrow = [milestone: string, from: Status, to: Status];

/** Milestones that lead to another planned state; the desk's come first. */
const arrows: readonly Arrow[] = [
  ['assign', 'booked', 'assigned'],
  ...Object.entries(milestoneLeads).flatMap(([milestone, leads]) =>
    Object.entries(leads).flatMap(([from, to]): Arrow[] =>
      to === from || to === 'before' || to === 'exception' ? [] : [[milestone, from as Status, to]],
    ),
  ),
];

/** Milestones that interrupt a job, with the states in which they do. */
const interruptions = Object.entries(milestoneLeads).flatMap(([milestone, leads]) => {
  const from = way.filter((state) => leads[state] === 'exception');
  return from.length === 0 ? [] : [{ milestone, from }];
});

type Point = readonly [x: number, y: number];

const text = ([x, y]: Point, words: string, kind: 'name' | 'act'): string =>
  `<text x="${x}" y="${y}" class="${kind}" text-anchor="middle">${words}</text>`;
const middle = (state: Status): number => left(state) + box / 2;
const rect = (x: number, y: number, { width = box, kind = 'state' }): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${row}" rx="8" class="${kind}"/>`;
const wayTo = (path: string): string => `<path d="${path}" class="way" marker-end="url(#tip)"/>`;

function drawnArrow([milestone, from, to]: Arrow): string {
  if (left(to) - left(from) === pitch) {
    const between = (right(from) + left(to)) / 2;
    return wayTo(`M${right(from) + 2} 92H${left(to) - 8}`) + text([between, 84], milestone, 'act');
  }
  const [x1, x2] = [middle(from), middle(to)];
  return (
    wayTo(`M${x1} 70C${x1} 20 ${x2} 20 ${x2} 62`) + text([(x1 + x2) / 2, 26], milestone, 'act')
  );
}

const drawnState = (state: Status): string =>
  rect(left(state), 70, {}) + text([middle(state), 97], state, 'name');

interface Below {
  state: Status;
  from: readonly Status[];
  y: number;
  words: string;
}

/** A state that all states above it may become. */
function drawnBelow({ state, from, y, words }: Below): string {
  const [x, end] = [left(from[0] ?? 'booked'), right(from.at(-1) ?? 'booked')];
  const at = (x + end) / 2;
  return (
    rect(x, y, { width: end - x, kind: state }) +
    text([at, y + 19], state, 'name') +
    text([at, y + 36], words, 'act')
  );
}

const beforeCollection = way.slice(0, way.indexOf('collected'));
const interrupted = way.filter((state) => interruptions.some(({ from }) => from.includes(state)));

const coded = (words: readonly string[]): string => words.map((each) => `\`${each}\``).join(', ');

/** The picture in words. */
export const jobStatesText = [
  ...[...Map.groupBy(arrows, ([milestone]) => milestone)].map(
    ([milestone, own]) =>
      `\`${milestone}\`: ${own.map(([, from, to]) => `\`${from}\` → \`${to}\``).join(', ')}`,
  ),
  ...interruptions.map(({ milestone, from }) => `\`${milestone}\`: ${coded(from)} → \`exception\``),
  '`resume`: `exception` → the state before; by the desk alone',
  `\`cancel\`: ${coded(beforeCollection)} → \`cancelled\`; an \`exception\` before collection, too`,
];

export const jobStatesStyle = `${tokenStyle}svg{background:var(--paper)}.state{fill:var(--info-tint);stroke:var(--info)}.exception{fill:var(--warn-tint);stroke:var(--warn)}.cancelled{fill:var(--calm-tint);stroke:var(--calm)}.way{fill:none;stroke:var(--soft);stroke-width:1.5}#tip path{fill:var(--soft)}text{font:13px system-ui,sans-serif;fill:var(--ink)}.name{font-weight:600}.act{font-size:12px;fill:var(--soft)}`;

const width = pitch * way.length - (pitch - box) + 8;
const tip =
  '<marker id="tip" viewBox="0 0 8 8" refX="2" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z"/></marker>';
const interrupting = interruptions.map(({ milestone }) => milestone).join(', ');

/** SVG with its own style, for light and dark. */
export const jobStatesPicture = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 236" width="${width}" height="236"><style><![CDATA[${jobStatesStyle}]]></style>${tip}`,
  ...arrows.map(drawnArrow),
  ...way.map(drawnState),
  drawnBelow({
    ...{ state: 'exception', from: interrupted, y: 130 },
    words: `${interrupting}; the desk resumes it`,
  }),
  drawnBelow({ state: 'cancelled', from: beforeCollection, y: 186, words: 'cancel' }),
  '</svg>',
].join('');
