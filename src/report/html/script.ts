/** The script of a page: search, fold, and be gone through with keys. It makes no markup of any text. */
export const SCRIPT = `
(() => {
  const all = [...document.querySelectorAll('[data-find]')];
  const box = document.querySelector('input[type=search]');
  const told = document.querySelector('[data-told]');
  const folds = () => document.querySelectorAll('details');
  const search = () => {
    const wanted = box.value.trim().toLowerCase();
    let count = 0;
    for (const each of all) {
      const isIn = wanted === '' || each.textContent.toLowerCase().includes(wanted);
      each.hidden = !isIn;
      if (isIn) count++;
    }
    told.textContent = wanted === '' ? '' : count + ' of ' + all.length;
  };
  let waiting = 0;
  if (box) box.addEventListener('input', () => { clearTimeout(waiting); waiting = setTimeout(search, 120); });
  const open = (is) => { for (const each of folds()) each.open = is || each.classList.contains('exchange'); };
  for (const button of document.querySelectorAll('button[data-open]'))
    button.addEventListener('click', () => open(button.dataset.open === 'all'));
  const go = (step) => {
    const shown = all.filter((each) => !each.hidden);
    const here = shown.findLastIndex((each) => each.getBoundingClientRect().top < 8);
    const next = shown[Math.min(Math.max(here + step, 0), shown.length - 1)];
    if (next) { next.scrollIntoView(); const top = next.querySelector('summary,a'); if (top) top.focus({ preventScroll: true }); }
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === box) {
      if (event.key === 'Escape' && event.target === box) { box.value = ''; search(); box.blur(); }
      return;
    }
    if (event.key === 'j') go(1);
    else if (event.key === 'k') go(-1);
    else if (event.key === '/' && box) { event.preventDefault(); box.focus(); }
  });
  const reveal = () => {
    const at = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let up = at; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
    if (at) at.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  addEventListener('beforeprint', () => open(true));
  reveal();
  document.documentElement.dataset.ready = '';
})();
`;

/** By this the policy of a page knows it: its sha256, which a test compares. */
export const SCRIPT_HASH = 'sha256-HCQw8JuWSla5Y2ec9XN7ffR5rzFmmlV5lJKU4Q++clg=';
