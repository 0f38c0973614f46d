/** The page's style: light and dark by the reader's preference, readable without either. */
import { colours } from "./colours.ts";

const layout = `
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.45 Inter, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 17px; letter-spacing: -0.01em; line-height: 1.2; }
h2 { font-size: 13px; font-weight: 650; }
ul { list-style: none; }
code, .mono { font-family: ui-monospace, SFMono-Regular, "JetBrains Mono", Menlo, Consolas, monospace; font-size: 12px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 12px; top: 8px; background: var(--card); padding: 6px 10px; border-radius: 6px; z-index: 2; }
.top { display: flex; justify-content: space-between; align-items: center; gap: 12px 24px; flex-wrap: wrap; padding: 12px 20px; background: var(--card); border-bottom: 1px solid var(--line); }
.brand { display: flex; gap: 12px; align-items: center; }
.mark { border-radius: 9px; display: block; }
.honest { color: var(--soft); font-size: 12.5px; }
.addresses { display: flex; flex-wrap: wrap; gap: 8px; }
.addresses div { display: flex; gap: 8px; align-items: baseline; background: var(--sunk); border: 1px solid var(--line); border-radius: 8px; padding: 4px 10px; }
.addresses dt { color: var(--soft); font-size: 11.5px; font-weight: 600; }
.columns { display: grid; grid-template-columns: 196px minmax(0, 1fr) 372px; gap: 16px; padding: 16px 20px; align-items: start; }
aside, main { display: grid; gap: 14px; min-width: 0; }
main:focus { outline: none; }
@media (max-width: 1120px) { .columns { grid-template-columns: 180px minmax(0, 1fr); } aside { grid-column: 1 / -1; } }
@media (max-width: 720px) { .columns { grid-template-columns: minmax(0, 1fr); } }
`;

const parts = `
.label { font-size: 11px; letter-spacing: 0.06em; text-transform: uppercase; color: var(--soft); margin: 4px 0 6px 10px; }
.side ul { display: grid; gap: 2px; margin-bottom: 18px; }
.side li a { display: grid; grid-template-columns: 1fr auto; gap: 0 8px; padding: 7px 10px; border-radius: 8px; color: inherit; text-decoration: none; }
.side li a:hover { background: var(--sunk); }
.side li a[aria-current] { background: var(--accent-soft); color: var(--accent-ink); }
.side li svg { align-self: center; color: var(--soft); }
.side li b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
.side li small { color: var(--soft); grid-column: 1 / -1; }
.side li a[aria-current] small { color: inherit; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: 3px 10px; padding: 0 10px; margin-bottom: 10px; font-size: 12.5px; }
.facts dt { color: var(--soft); }
.facts dd { text-align: right; overflow-wrap: anywhere; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; box-shadow: var(--shadow); }
.head { display: flex; justify-content: space-between; align-items: center; gap: 10px; padding: 7px 14px; min-height: 42px; }
.head button { padding: 3px 10px; font-size: 12.5px; }
.title { padding: 12px 14px; display: grid; gap: 10px; }
.title .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.title h2 { font-size: 21px; letter-spacing: -0.02em; margin-right: 4px; overflow-wrap: anywhere; }
.push { margin-left: auto; }
.details { display: grid; grid-template-columns: minmax(0, 1.65fr) minmax(0, 0.75fr) minmax(0, 1.2fr) minmax(0, 1fr); gap: 8px; }
@media (max-width: 720px) { .details { grid-template-columns: 1fr 1fr; } }
.details div { background: var(--sunk); border-radius: 8px; padding: 4px 6px 6px 10px; min-width: 0; }
.details dt { font-size: 11.5px; color: var(--soft); display: flex; justify-content: space-between; align-items: center; gap: 6px; min-height: 24px; }
.details dd { font-size: 13px; font-weight: 550; overflow-wrap: anywhere; }
.chip { display: inline-block; border-radius: 99px; padding: 1px 9px; font-size: 12px; font-weight: 600; background: var(--sunk); color: var(--soft); border: 1px solid var(--line); white-space: nowrap; }
.chip.good { background: var(--good-soft); color: var(--good); border-color: transparent; }
.chip.warn { background: var(--warn-soft); color: var(--warn); border-color: transparent; }
.chip.bad { background: var(--bad-soft); color: var(--bad); border-color: transparent; }
button { font: inherit; white-space: nowrap; font-size: 13px; font-weight: 600; border-radius: 8px; border: 1px solid transparent; padding: 5px 12px; background: var(--accent); color: var(--on-accent); cursor: pointer; }
button:hover { filter: brightness(1.07); }
button.quiet { background: var(--card); color: var(--ink); border-color: var(--line); }
button.quiet:hover { background: var(--sunk); filter: none; }
button.danger { background: var(--bad-solid); color: #fff; }
button.small { padding: 0 8px; line-height: 20px; font-size: 12px; }
button.wide { width: 100%; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: 11.5px; font-weight: 600; color: var(--soft); padding: 0 8px 5px; }
td { padding: 3px 8px; border-top: 1px solid var(--line); vertical-align: middle; }
th:first-child, td:first-child { padding-left: 14px; }
th:last-child, td:last-child { padding-right: 14px; }
td:not([class]) { font-size: 12.5px; }
td.value { overflow-wrap: anywhere; }
td.name { overflow-wrap: break-word; max-width: 190px; }
td.number { text-align: right; font-size: 12.5px; font-variant-numeric: tabular-nums; white-space: nowrap; }
th.number { text-align: right; }
td.acts { white-space: nowrap; text-align: right; }
td.acts button + button { margin-left: 5px; }
tbody tr:hover { background: var(--sunk); }
.comment { color: var(--soft); font-size: 12px; display: block; }
.type { display: inline-block; min-width: 52px; text-align: center; border-radius: 6px; font-weight: 700; font-size: 11px; padding: 2px 6px; background: var(--accent-soft); color: var(--accent-ink); }
.type.t1 { background: var(--good-soft); color: var(--good); }
.type.t2 { background: var(--warn-soft); color: var(--warn); }
.type.t3 { background: var(--blue-soft); color: var(--blue); }
.empty { padding: 4px 14px 14px; color: var(--soft); }
.people { display: grid; grid-template-columns: repeat(auto-fit, minmax(270px, 1fr)); gap: 10px; padding: 0 14px 14px; }
.person { background: var(--sunk); border-radius: 8px; padding: 9px 12px; display: grid; gap: 1px; overflow-wrap: anywhere; }
.person .row { display: flex; justify-content: space-between; align-items: center; gap: 6px; }
.person p { color: var(--soft); font-size: 12.5px; }
.waiting { padding: 0 14px 12px; display: grid; gap: 3px; }
.waiting + .waiting { border-top: 1px solid var(--line); padding-top: 10px; }
.waiting ins { text-decoration: none; font-weight: 600; }
.waiting .buttons { justify-content: flex-start; margin-top: 5px; }
`;

const happenings = `
.legend { font-size: 12px; color: var(--soft); display: flex; gap: 10px; }
.legend i { display: inline-block; width: 9px; height: 9px; border-radius: 3px; margin-right: 5px; background: var(--accent); }
.legend i.limited { background: var(--limited); }
#chart { padding: 0 14px 10px; }
#chart svg { display: block; width: 100%; height: 84px; }
#chart .calls { fill: var(--accent); }
#chart .limited { fill: var(--limited); }
#chart .base, #chart .grid { stroke: var(--line); }
#chart text { fill: var(--soft); font-size: 10px; }
.scroll { max-height: max(300px, calc(100vh - 462px)); overflow: auto; }
.scroll table { font-size: 12px; }
.scroll thead th { position: sticky; top: 0; background: var(--card); padding-top: 2px; }
.scroll td { padding-top: 3px; padding-bottom: 3px; }
.scroll td .comment { font-size: 11px; }
.method { font-weight: 700; font-size: 11px; color: var(--soft); }
.method.writes { color: var(--accent-ink); }
#toast { position: fixed; left: 50%; bottom: 20px; transform: translateX(-50%); background: var(--ink); color: var(--ground); padding: 8px 16px; border-radius: 10px; font-weight: 550; max-width: 80vw; }
#toast:empty { display: none; }
dialog { border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: var(--ink); padding: 20px; width: min(460px, 92vw); box-shadow: 0 20px 60px rgb(0 0 0 / 0.3); }
dialog::backdrop { background: rgb(10 12 25 / 0.45); }
dialog form { display: grid; gap: 12px; }
dialog h2 { font-size: 16px; }
#dialog-intro { color: var(--soft); overflow-wrap: anywhere; }
#dialog-intro:empty, #dialog-error:empty { display: none; }
#dialog-error { color: var(--bad); }
#dialog-fields { display: grid; grid-template-columns: 1fr 1fr; gap: 10px 12px; }
.field { display: grid; gap: 3px; align-content: start; }
.field.wide { grid-column: 1 / -1; }
.field label { font-size: 12px; font-weight: 600; }
.field small { color: var(--soft); }
input, select, textarea { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: 8px; padding: 6px 9px; width: 100%; }
textarea { min-height: 76px; resize: vertical; }
.buttons { display: flex; gap: 8px; justify-content: flex-end; }
@media (prefers-reduced-motion: no-preference) { button, .side li a { transition: background 0.12s, filter 0.12s; } }
`;

export const style = `${colours}${layout}${parts}${happenings}`;
