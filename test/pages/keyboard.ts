/** People who use a page with the keyboard alone: Tab until what is meant has the focus. */
import type { Page } from 'playwright-core';

const tabsMax = 120;
const nameOfFocused = `(() => {
  const { activeElement: own } = document;
  const label = own?.labels?.[0] ?? (own?.matches('a,button,summary') ? own : undefined);
  return (label?.textContent ?? '').replaceAll(/\\s+/g, ' ').trim();
})()`;

/** The first control after the focus whose name, or label, has the text. */
async function focus(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < tabsMax; tabs += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(nameOfFocused);
    if (focused.includes(name)) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

/** A link, a button, or the heading of details that open. */
export async function press(page: Page, name: string): Promise<void> {
  await focus(page, name);
  await page.keyboard.press('Enter');
}

/** A button or link that leads to another page, or to this one anew. */
export async function follow(page: Page, name: string): Promise<void> {
  await focus(page, name);
  const loaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await loaded;
}

/** A field by its label; text of a select is the beginning of an option. */
export async function enter(page: Page, label: string, text: string): Promise<void> {
  await focus(page, label);
  await page.keyboard.type(text);
}

/** A checkbox by its label. */
export async function tick(page: Page, label: string): Promise<void> {
  await focus(page, label);
  await page.keyboard.press('Space');
}
