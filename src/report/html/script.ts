/** The script of a page: search, fold, and be gone through with keys. It makes no markup of any text. */
export const SCRIPT = `
(() => {
  const all = [...document.querySelectorAll('[data-find]')];
  const box = document.querySelector('input[type=search]');
  const counter = document.querySelector('[data-count]');
  const folds = () => document.querySelectorAll('details');
  let found = [];
  let at = -1;
  const mark = (wanted) => {
    found = [];
    at = -1;
    for (const each of wanted === '' ? [] : all) {
      if (each.hidden || found.length >= 2000) continue;
      const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && found.length < 2000; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        if (text.length !== node.data.length) continue;
        for (let from = text.indexOf(wanted); from >= 0 && found.length < 2000; from = text.indexOf(wanted, from + wanted.length)) {
          const range = new Range();
          range.setStart(node, from);
          range.setEnd(node, from + wanted.length);
          found.push(range);
        }
      }
    }
    if (self.CSS && CSS.highlights) CSS.highlights.set('found', new Highlight(...found));
  };
  const unfold = (node) => {
    for (let up = node; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  };
  const next = () => {
    if (found.length === 0) return;
    at = (at + 1) % found.length;
    const { parentElement } = found[at].startContainer;
    unfold(parentElement);
    parentElement.scrollIntoView({ block: 'center' });
    counter.textContent = 'match ' + (at + 1) + ' of ' + found.length;
  };
  const search = () => {
    const wanted = box.value.trim().toLowerCase();
    let count = 0;
    for (const each of all) {
      const isIn = wanted === '' || each.textContent.toLowerCase().includes(wanted);
      each.hidden = !isIn;
      if (isIn) count++;
    }
    mark(wanted);
    counter.textContent = wanted === '' ? '' : count + ' of ' + all.length;
  };
  let waiting = 0;
  if (box) box.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(search, 120); });
  const open = (is) => { for (const each of folds()) each.open = is || each.classList.contains('exchange'); };
  for (const button of document.querySelectorAll('button[data-open]'))
    button.addEventListener('click', () => open(button.dataset.open === 'all'));
  // What stands near the end cannot come to the top: it is known by having been gone to.
  let stood = null;
  const here = (shown) => stood && stood.y === scrollY && shown.includes(stood.to) ? shown.indexOf(stood.to) : shown.findLastIndex((each) => each.getBoundingClientRect().top < 12);
  const go = (step) => {
    const shown = all.filter((each) => !each.hidden);
    const to = shown[Math.min(Math.max(here(shown) + step, 0), shown.length - 1)];
    if (to) { to.scrollIntoView(); stood = { to, y: scrollY }; const top = to.querySelector('summary,a'); if (top) top.focus({ preventScroll: true }); }
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === box) {
      if (event.key === 'Escape' && event.target === box) { box.value = ''; search(); box.blur(); }
      if (event.key === 'Enter' && event.target === box) next();
      return;
    }
    if (event.key === 'j') go(1);
    else if (event.key === 'k') go(-1);
    else if (event.key === 'o') { const one = all[here(all)]; if (one && one.tagName === 'DETAILS') one.open = !one.open; }
    else if (event.key === '/' && box) { event.preventDefault(); box.focus(); }
  });
  const reveal = () => {
    const to = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    unfold(to);
    if (to) to.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('beforeprint', () => open(true));
  reveal();
  document.documentElement.dataset.ready = '';
})();
`;

/** By this the policy of a page knows it: its sha256, which a test compares. */
export const SCRIPT_HASH = 'sha256-Az44E+F76rRhXdufIYziP36682C8kkxEjJXXbJEhK3M=';
