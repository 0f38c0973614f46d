/** The page's colours. Text on its ground has a contrast of 4.5 or more in both schemes (WCAG 2.2, AA). */
export const colours = `
:root {
  color-scheme: light dark;
  --ground: #f5f6fa; --card: #ffffff; --sunk: #f1f3f9; --line: #e2e5ef; --ink: #1b1f33; --soft: #5b6280;
  --accent: #4f46e5; --on-accent: #ffffff; --accent-soft: #e8e8fd; --accent-ink: #3a32b8;
  --good: #0b6b45; --good-soft: #dcf5e9; --warn: #8a4b00; --warn-soft: #fdeccd; --bad: #b3173b; --bad-soft: #fde3e9; --bad-solid: #c11c43;
  --blue: #0b5c8a; --blue-soft: #dcf0fb; --limited: #f0a13a;
  --shadow: 0 1px 2px rgb(27 31 51 / 0.05), 0 4px 16px rgb(27 31 51 / 0.04);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1220; --card: #171b2d; --sunk: #1f2439; --line: #2b3149; --ink: #e8eaf5; --soft: #a3abc9;
    --accent: #8b85ff; --on-accent: #14122e; --accent-soft: #2c2b58; --accent-ink: #c3c0ff;
    --good: #6fe0ac; --good-soft: #143a2b; --warn: #ffc36b; --warn-soft: #40300f; --bad: #ff97ae; --bad-soft: #45182a; --bad-solid: #c11c43;
    --blue: #86cdf5; --blue-soft: #123549; --limited: #f0a13a;
    --shadow: none;
  }
}
`;
