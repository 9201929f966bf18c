import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** Is there a browser to look at pages with. */
export const hasChromium = CHROMIUM !== undefined;

/** What a page becomes in a browser that reaches nothing; `hash` as `#m24`. */
export function opened(path: string, hash = ''): string {
  const profile = mkdtempSync(join(tmpdir(), 'convo-profile-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND'];
  const more = [`--user-data-dir=${profile}`, '--virtual-time-budget=20000', '--dump-dom'];
  const page = pathToFileURL(path).href + hash;
  const { stdout } = spawnSync(CHROMIUM ?? '', [...flags, ...more, page], { encoding: 'utf8', maxBuffer: 1 << 26 });
  rmSync(profile, { recursive: true, force: true });
  return stdout;
}

/** What a page becomes once a script ran in it that its policy would not let in. */
export function openedWith(path: string, script: string, hash = ''): string {
  const page = readFileSync(path, 'utf8').replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
  const tried = path.replace(/\.html$/, '-tried.html');
  writeFileSync(
    tried,
    page.replace(/<\/body>\s*<\/html>\s*$/, () => `<script>${script}</script></body></html>`),
  );
  return opened(tried, hash);
}

/** What axe finds on a page that keeps anyone from reading it; `none`. */
export function axeFinds(path: string): string | undefined {
  const run = `axe.run().then((found) => { document.body.dataset.axe = found.violations.map((each) => each.id + ': ' + each.nodes[0].html).join(' | ') || 'none'; });`;
  return /data-axe="([^"]*)"/.exec(openedWith(path, `${axe.source};${run}`))?.[1];
}
