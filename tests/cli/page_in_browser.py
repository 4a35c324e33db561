"""Opens a page that sortscope wrote in headless Chromium, points at it, clicks it, and looks at what happens.

usage: page_in_browser.py PAGE [SCREENSHOT]

Speaks WebDriver (W3C) to chromedriver with the standard library alone. Ends with 77 and a sentence where there is no chromedriver or Chromium, with 1
and a sentence where the page does not behave.
"""
import base64
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request


def skip(why):
    print(why)
    sys.exit(77)


class Browser:
    def __init__(self, driver):
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        port = None
        for line in self.process.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                port = found.group(1)
                break
        if port is None:
            raise SystemExit("chromedriver did not start")
        self.base = f"http://127.0.0.1:{port}"
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1200,1400", "--force-color-profile=srgb"]}
        try:
            value = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
        except SystemExit as error:
            self.process.terminate()
            skip(f"Chromium does not start here: {error}")
        self.session = "/session/" + value["sessionId"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, method=method, headers={"Content-Type": "application/json"})
        try:
            with self.opener.open(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{path}: {json.load(error)['value']['message'][:400]}") from error

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def size(self, width, height):
        self.call("POST", self.session + "/window/rect", {"width": width, "height": height})

    def pointer(self, *steps):
        actions = []
        for step in steps:
            if step == "down" or step == "up":
                actions.append({"type": "pointer" + step.capitalize(), "button": 0})
            else:
                actions.append({"type": "pointerMove", "duration": 30, "x": int(step[0]), "y": int(step[1])})
        self.call("POST", self.session + "/actions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": actions}]})
        time.sleep(0.1)

    def click(self, place):
        self.pointer(place, "down", "up")

    def log(self):
        return self.call("POST", self.session + "/se/log", {"type": "browser"})

    def screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.call("GET", self.session + "/screenshot")))

    def end(self):
        try:
            self.call("DELETE", self.session)
        finally:
            self.process.terminate()


def expect(holds, sentence):
    if not holds:
        print("not so: " + sentence)
        sys.exit(1)


def middle(browser, script):
    """Of the element that `script` gives, brought into view."""
    return browser.run("const e = (function () {" + script + "})(); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2];")


def see(browser):
    browser.run("for (const d of document.querySelectorAll('details')) d.open = true;")
    for _ in range(60):
        if browser.run("const f = [...document.querySelectorAll('figure')].find(f => !f.made); if (!f) return true; f.scrollIntoView(); return false;"):
            return
        time.sleep(0.05)
    expect(False, "every figure comes to life when it is scrolled to")


def live_chart(browser):
    expect(browser.run("return typeof window.Chart === 'function'"), "the chart library runs")
    see(browser)
    charts = browser.run("return document.querySelectorAll('figure.live canvas').length")
    expect(charts > 0, "some charts are live")
    browser.run("window.figure = document.querySelector('figure.live canvas').figure; window.figure.canvas.scrollIntoView({block: 'center'});")
    time.sleep(0.2)

    # Pointing at a value names it.
    place = browser.run("""
        const c = figure.chart, box = figure.canvas.getBoundingClientRect();
        for (let s = 0; s < c.data.datasets.length; ++s) {
            const at = c.getDatasetMeta(s).data.findIndex(e => e && !e.skip && isFinite(e.y));
            if (at < 0) continue;
            const e = c.getDatasetMeta(s).data[at].getCenterPoint();
            return [box.left + e.x, box.top + e.y, c.data.datasets[s].hints[at]];
        }""")
    browser.pointer((place[0] - 40, place[1] - 30), (place[0], place[1]))
    lines = browser.run("const t = figure.chart.tooltip; return t && t.opacity > 0 ? t.body.map(b => b.lines.join(' ')).join(' ') : ''")
    expect(lines and lines.split()[0] in place[2], f"pointing at a value shows what it is ('{lines}' of '{place[2]}')")

    # A name in the legend hides its series, and shows it again.
    legend = browser.run("const l = figure.chart.legend, h = l && l.options.display && l.legendHitBoxes[0]; if (!h) return null; const b = figure.canvas.getBoundingClientRect(); return [b.left + h.left + h.width / 2, b.top + h.top + h.height / 2];")
    if legend:
        browser.click(legend)
        expect(not browser.run("return figure.chart.isDatasetVisible(0)"), "a click on a name hides its series")
        browser.click(legend)
        expect(browser.run("return figure.chart.isDatasetVisible(0)"), "a second click shows it again")

    # The buttons and a drag enlarge, a double click shows all.
    axis = browser.run("return figure.spec.sideways ? 'y' : 'x'")
    extent = "const s = figure.chart.scales[arguments[0]]; return s.max - s.min;"
    whole = browser.run(extent, axis)
    browser.click(middle(browser, "return figure.element.querySelector('[aria-label=\"Zoom in\"]');"))
    expect(browser.run(extent, axis) < 0.7 * whole, "the button + enlarges")
    browser.click(middle(browser, "return figure.element.querySelector('[aria-label=\"Show all again\"]');"))
    expect(abs(browser.run(extent, axis) - whole) < 1e-6 * whole, "the button Reset shows all")
    area = browser.run("figure.canvas.scrollIntoView({block: 'center'}); const b = figure.canvas.getBoundingClientRect(), a = figure.chart.chartArea; return [b.left + a.left, b.top + a.top, a.right - a.left, a.bottom - a.top];")
    along = (0, 1) if axis == "y" else (1, 0)
    at = lambda part: (area[0] + area[2] * (part if along[0] else 0.5), area[1] + area[3] * (part if along[1] else 0.5))
    browser.pointer(at(0.3), "down", at(0.45), at(0.6), "up")
    expect(browser.run(extent, axis) < 0.5 * whole, "a drag over a stretch enlarges it")
    browser.pointer(at(0.5), "down", "up", "down", "up")
    expect(abs(browser.run(extent, axis) - whole) < 1e-6 * whole, "a double click shows all")


def picture(browser):
    if not browser.run("return !!document.querySelector('figure:not(.live) [data-hint]')"):
        return
    place = middle(browser, "return document.querySelector('figure:not(.live) [data-hint]');")
    browser.pointer((place[0] + 1, place[1] + 1), place)
    expect(browser.run("const t = document.getElementById('tip'); return t.style.display === 'block' && t.textContent.length > 0"), "pointing at a part of a picture names it")
    browser.click(middle(browser, "return document.querySelector('figure:not(.live) [aria-label=\"Zoom in\"]');"))
    expect(browser.run("const s = document.querySelector('figure:not(.live) svg'); return +s.getAttribute('viewBox').split(' ')[2] < 860"), "a picture is enlarged")


def table(browser):
    browser.click(middle(browser, "return [...document.querySelectorAll('table')].find(t => t.tBodies[0].rows.length > 1).querySelectorAll('th button')[0];"))
    order = browser.run("const t = [...document.querySelectorAll('table')].find(t => t.tBodies[0].rows.length > 1), v = [...t.tBodies[0].rows].filter(r => !r.classList.contains('total')).map(r => r.cells[0].dataset.v ? +r.cells[0].dataset.v : r.cells[0].textContent); return [t.querySelector('th').getAttribute('aria-sort'), v.every((x, i) => i === 0 || v[i - 1] >= x)];")
    expect(order == ["descending", True], f"a click on a head orders the table ({order})")


def main():
    driver = shutil.which("chromedriver")
    if driver is None or not any(shutil.which(name) for name in ("chromium", "google-chrome", "chromium-browser")):
        skip("There is no Chromium with chromedriver here (Debian packages chromium, chromium-driver: tools/install-dependencies browser).")
    browser = Browser(driver)
    try:
        browser.open(pathlib.Path(sys.argv[1]).resolve().as_uri())
        expect(browser.run("return document.querySelectorAll('h2').length") > 0, "the page has sections")
        live_chart(browser)
        picture(browser)
        table(browser)
        browser.click(middle(browser, "return document.getElementById('theme');"))
        expect(browser.run("return document.documentElement.classList.contains('dark')"), "the button Theme makes it dark")
        if len(sys.argv) > 2:
            browser.screenshot(sys.argv[2])
        browser.size(500, 900)  # a phone: Chromium's windows are no narrower
        expect(browser.run("return document.documentElement.scrollWidth <= window.innerWidth + 1"), "nothing reaches out of a narrow window")
        expect(browser.run("return performance.getEntriesByType('resource').length") == 0, "the page loads no resources")
        expect(browser.run("return window.pwned === undefined && document.images.length === 0"), "no text of the file became a script or an element")
        bad = [entry["message"] for entry in browser.log() if entry["level"] in ("SEVERE", "WARNING")]
        expect(not bad, f"the console is quiet: {bad[:3]}")
    finally:
        browser.end()
    print("the page behaves")


main()
