import { describe, expect, it } from 'vitest';
import { html } from '../src/html.ts';
import { icon, iconNames } from '../src/icon.ts';
import { iconSprite } from '../src/icon-sprite.ts';
import { pageAssets } from '../src/page-assets.ts';
import { card, chip, folded, personName, stats, stepLine } from '../src/parts.ts';
import { designSheets } from '../src/style.ts';

const hostile = `"><img src=x onerror=alert(1)>`;

describe('a component', () => {
  it.each([
    ['chip', chip('bad', hostile)],
    ['personName', personName(hostile)],
    ['stats', stats(hostile, [{ value: hostile, label: hostile, href: hostile }])],
    ['stepLine', stepLine(hostile, [{ label: hostile, state: 'now' }])],
    ['card', card({ title: hostile }, html``)],
    ['folded', folded({ label: hostile, id: hostile, group: hostile }, html``)],
  ])('escapes every text that it is given: %s', (_name, { markup }) => {
    expect(markup).not.toContain('<img');
    expect(markup).not.toMatch(/="[^"]*"[^\s>]*onerror/);
  });

  it.each([
    ['Naledi Example', 'NE'],
    ['Naledi', 'N'],
    ['Ann van der Merwe', 'AM'],
    ['', ''],
  ])('stands for %s by the initials %s', (name, initials) => {
    expect(personName(name).markup).toContain(`aria-hidden="true">${initials}</span>`);
  });

  it('names the step that a job stands at for screen readers', () => {
    const { markup } = stepLine('Progress', [
      { label: 'Booked', state: 'done' },
      { label: 'Interrupted', state: 'halt' },
      { label: 'Delivered', state: 'ahead' },
    ]);
    expect(markup.match(/aria-current="step"/g)).toHaveLength(1);
    expect(markup).toContain('aria-current="step">Interrupted');
  });
});

it('the sprite of a page has the drawing of every icon', () => {
  for (const name of iconNames) {
    const [, id] = /href="#([^"]*)"/.exec(icon(name).markup) ?? [];
    expect(iconSprite.markup).toContain(`<symbol id="${id}"`);
  }
});

it('style sheet and font are addressed by a hash of what they hold', () => {
  const { style, files } = pageAssets(designSheets(['tokens']), '/assets');
  const other = pageAssets(designSheets(['tokens', 'base']), '/assets');
  expect(style).toMatch(/^\/assets\/[0-9a-f]{16}\.css$/);
  expect(other.style).not.toBe(style);
  const sheet = String(files.get(style.replace('/assets/', ''))?.content);
  const [, font = ''] = /url\("\/assets\/([^"]*)"\)/.exec(sheet) ?? [];
  expect(files.get(font)?.mediaType).toBe('font/woff2');
});
