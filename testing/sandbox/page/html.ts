/** The page's skeleton. Everything that changes is filled in by the script, as text and never as markup. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234f46e5'/%3E%3Cpath d='M8 12h16M8 20h16M16 6c5 6 5 14 0 20M16 6c-5 6-5 14 0 20' stroke='white' stroke-width='2.2' fill='none' stroke-linecap='round'/%3E%3C/svg%3E";

export const html = (style: string, script: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox registrar</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the domain</a>
<header class="top">
  <div class="brand">
    <img class="mark" src="${icon}" alt="" width="34" height="34">
    <div>
      <h1>Sandbox registrar</h1>
      <p class="honest">A stand-in on this machine. Not a registrar: nothing here is real.</p>
    </div>
  </div>
  <dl class="addresses" id="addresses" aria-label="Addresses"></dl>
</header>
<div class="columns">
  <nav aria-label="Domains" class="side">
    <h2 class="label">Domains</h2>
    <ul id="domains"></ul>
    <h2 class="label">Sandbox</h2>
    <dl id="facts" class="facts"></dl>
    <button type="button" id="advance" class="quiet wide">Advance the clock…</button>
  </nav>
  <main id="main" tabindex="-1">
    <noscript><p class="empty">This page needs JavaScript; the JSON behind it does not.</p></noscript>
  </main>
  <aside aria-label="What waits and what happened">
    <section class="card" id="approvals" aria-labelledby="approvals-title">
      <div class="head"><h2 id="approvals-title">Pending e-mail approvals</h2></div>
      <div id="approvals-body"></div>
    </section>
    <section class="card" aria-labelledby="chart-title">
      <div class="head"><h2 id="chart-title">API calls, last minute</h2><p class="legend" id="legend"></p></div>
      <div id="chart"></div>
    </section>
    <section class="card log" aria-labelledby="log-title">
      <div class="head"><h2 id="log-title">Request log</h2><button type="button" id="clear-log" class="quiet">Clear</button></div>
      <div class="scroll" id="log" tabindex="0" role="region" aria-labelledby="log-title"></div>
    </section>
  </aside>
</div>
<p id="toast" role="status"></p>
<dialog id="dialog" aria-labelledby="dialog-title">
  <form id="dialog-form">
    <h2 id="dialog-title"></h2>
    <p id="dialog-intro"></p>
    <div id="dialog-fields"></div>
    <p id="dialog-error" role="alert"></p>
    <div class="buttons">
      <button type="button" id="dialog-cancel" class="quiet">Cancel</button>
      <button type="submit" id="dialog-submit"></button>
    </div>
  </form>
</dialog>
<script>${script}</script>
</body>
</html>
`;
