/** Markdown as HTML. Raw HTML in it is shown as text; headings have ids. */

import { escaped } from '@svc/web/html';
import { Marked, type Token, type Tokens } from 'marked';

const explicitId = /\s*\{#([\w.-]+)\}$/;

/** Generated like GitHub's, so that anchors in files work in both places. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** A heading has its id, and its text without marks. */
type DocToken = Token & { id?: string; bare?: string };

interface Part {
  /** Undefined before the first heading. */
  heading: { id: string; text: string } | undefined;
  tokens: DocToken[];
}

/** Tokens with an id on each heading; repeated ids get a number, as on GitHub. */
function tokensOf(markdown: string): DocToken[] {
  const counts = new Map<string, number>();
  return marked.lexer(markdown).map((token) => {
    if (token.type !== 'heading') return token;
    const bare = String(token.text).replace(explicitId, '').replaceAll('`', '');
    const id = explicitId.exec(token.text)?.[1] ?? slug(bare);
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return { ...token, id: count === 0 ? id : `${id}-${count}`, bare };
  });
}

/** Cut before each heading of these depths. */
export function partsOf(markdown: string, depths: readonly number[]): Part[] {
  const parts: Part[] = [{ heading: undefined, tokens: [] }];
  for (const token of tokensOf(markdown)) {
    if (token.type === 'heading' && depths.includes(token.depth))
      parts.push({ heading: { id: token.id ?? '', text: token.bare ?? '' }, tokens: [] });
    parts.at(-1)?.tokens.push(token);
  }
  return parts;
}

const attributes = (info = ''): Record<string, string> =>
  Object.fromEntries(
    [...info.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

function figure({ text, lang = '' }: Tokens.Code): string {
  const { title, tab } = attributes(lang);
  const name = tab ?? title;
  const caption = name === undefined ? '' : `<figcaption>${escaped(name)}</figcaption>`;
  const marks = `${tab === undefined ? '' : ' data-tab'}${/ run\b/.test(lang) ? ' data-run' : ''}`;
  return `<figure${marks}>${caption}<pre tabindex="0"><code>${escaped(text)}</code></pre></figure>\n`;
}

const marked = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    code: figure,
    image: ({ href, text }) =>
      `<span class="picture" tabindex="0"><img src="${escaped(href)}" alt="${escaped(text)}"></span>`,
    heading({ depth, tokens, ...token }) {
      const id = 'id' in token ? String(token.id) : '';
      const content = this.parser.parseInline(tokens).replace(explicitId, '');
      return `<h${depth} id="${escaped(id)}">${content}</h${depth}>\n`;
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string) =>
        row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`);
      return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>\n`;
    },
  },
});

/** One column; blocks of code that are each other's alternatives stand in one group. */
export const htmlOf = (markdown: string): string =>
  grouped(tokensOf(markdown))
    .map((tokens) => {
      const html = marked.parser(tokens);
      return tokens.length > 1 ? `<div class="tabs">${html}</div>\n` : html;
    })
    .join('');

/** Text next to its examples, section by section. */
export function columnsOf(markdown: string): string {
  return partsOf(markdown, [2])
    .map(({ tokens }) => {
      const [code, text] = [true, false].map((isCode) =>
        tokens.filter(({ type }) => (type === 'code') === isCode),
      ) as [Token[], Token[]];
      if (code.length === 0) return marked.parser(text);
      return `<section class="columns"><div>${marked.parser(text)}</div><div class="examples">${marked.parser(code)}</div></section>`;
    })
    .join('\n');
}

const isTab = (token: Token | undefined): boolean =>
  token?.type === 'code' && /\btab="/.test(token.lang ?? '');

/** Each token by itself, but neighbours with `tab="…"` together. */
function grouped(tokens: readonly Token[]): Token[][] {
  const shown = tokens.filter(({ type }) => type !== 'space');
  const groups: Token[][] = [];
  for (const [i, token] of shown.entries()) {
    if (isTab(token) && isTab(shown[i - 1])) groups.at(-1)?.push(token);
    else groups.push([token]);
  }
  return groups;
}
