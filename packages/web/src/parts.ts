/** Components of pages, styled by `design/parts.css`; also in browsers. */
import { type Html, html } from './html.ts';

/** Meaning of a colour; words say the same. */
export type Tone = 'bad' | 'warn' | 'good' | 'info' | 'move' | 'calm';

/** A state in a word. */
export const chip = (tone: Tone, text: string | Html): Html =>
  html`<span class="chip ${tone}">${text}</span>`;

/** A name behind its initials. */
export const personName = (name: string): Html =>
  html`<span class="person-name"><span class="avatar" aria-hidden="true">${initialsOf(name)}</span>${name}</span>`;

const initialsOf = (name: string): string => {
  const words = name.split(' ').filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word = '') => [...word][0]?.toUpperCase() ?? '')
    .join('');
};

export interface Stat {
  value: string | Html;
  label: string;
  tone?: 'bad' | 'warn' | undefined;
  /** Where it leads; plain text without. */
  href?: string | undefined;
  /** For a script that counts on. */
  name?: string;
  /** The page shows what it counts. */
  isCurrent?: boolean;
}

/** Figures above a list. */
export const stats = (label: string, figures: readonly Stat[]): Html =>
  html`<ul class="stats" aria-label="${label}">${figures.map(
    (figure) => html`<li>${statOf(figure)}</li>`,
  )}</ul>`;

const statOf = ({ value, label, tone, href, name, isCurrent }: Stat): Html => {
  const count = name !== undefined && html` data-count="${name}"`;
  const content = html`<strong${count}>${value}</strong>${label}`;
  const marks = html`class="stat ${tone ?? ''}"${isCurrent && html` aria-current="true"`}`;
  return href === undefined
    ? html`<span ${marks}>${content}</span>`
    : html`<a ${marks} href="${href}">${content}</a>`;
};

/** A step of a way: behind, here, stopped here, or ahead. */
export interface Step {
  label: string;
  state: 'done' | 'now' | 'halt' | 'ahead';
}

export const stepLine = (label: string, steps: readonly Step[]): Html =>
  html`<ol class="steps" aria-label="${label}">${steps.map(
    (step) =>
      html`<li class="${step.state}"${isHere(step) && html` aria-current="step"`}>${step.label}</li>`,
  )}</ol>`;

const isHere = ({ state }: Step): boolean => state === 'now' || state === 'halt';

/** A part of a page under its heading. */
export const card = ({ title }: { title: string }, content: Html): Html =>
  html`<section class="card"><h2 id="${title.toLowerCase().replaceAll(/\W+/g, '-')}">${title}</h2>
${content}
</section>`;

interface Folded {
  label: string | Html;
  isOpen?: boolean;
  /** Of those with one group one is open. */
  group?: string;
  id?: string;
}

/** Behind a button, which opens it in its place. */
export const folded = ({ label, isOpen = false, group, id }: Folded, content: Html): Html => {
  const place = id !== undefined && html` id="${id}"`;
  const exclusive = group !== undefined && html` name="${group}"`;
  return html`<details class="folded"${place}${exclusive}${isOpen && html` open`}>
<summary class="button">${label}</summary>
${content}
</details>`;
};
