(function () {
  'use strict';
  var root = document.documentElement;
  var media = window.matchMedia('(prefers-color-scheme: dark)');
  var dark = media.matches, figures = [];
  var tip = document.createElement('div');
  tip.id = 'tip';
  document.body.appendChild(tip);

  function css(name) { return getComputedStyle(root).getPropertyValue(name).trim(); }
  function superscript(n) { return String(n).split('').map(function (c) { return c === '-' ? '\u207b' : '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'[+c]; }).join(''); }
  function grouped(v) { return String(v).replace(/\B(?=(\d{3})+(?!\d))/g, ','); }
  function short(v) {
    var a = Math.abs(v), units = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M']];
    for (var i = 0; i < 3; ++i) if (a >= units[i][0]) return +(v / units[i][0]).toPrecision(4) + units[i][1];
    return a >= 1000 ? grouped(Math.round(v)) : String(+v.toPrecision(4));
  }
  function inside(text) { return text.replace(/(\d)\^(-?\d+)/g, function (m, base, power) { return base + superscript(power); }); }
  function cut(text, most) { return text.length <= most ? text : text.slice(0, Math.ceil(most * .6)) + '\u2026' + text.slice(text.length - Math.floor(most * .4)); }
  function tint(colour, part) { return colour + Math.round(part * 255).toString(16).padStart(2, '0'); }

  function axis(spec, vertical, down) {
    var out = {
      type: spec.scale === 'logarithmic' ? 'logarithmic' : 'linear', reverse: down, min: spec.min, max: spec.max,
      title: { display: !!spec.title, text: spec.title, color: css('--text') },
      grid: { color: css('--line'), borderColor: css('--faint'), display: spec.scale !== 'categories' },
      ticks: { color: css('--text'), maxRotation: vertical ? 0 : 50, autoSkip: true, autoSkipPadding: 8 }
    };
    if (spec.scale === 'categories' || spec.scale === 'log2') {
      out.ticks.autoSkip = !(vertical && spec.names);
      out.afterBuildTicks = function (scale) {
        scale.ticks = [];
        for (var v = Math.ceil(scale.min); v <= Math.floor(scale.max); ++v) scale.ticks.push({ value: v });
      };
    }
    if (spec.scale === 'categories') {
      out.ticks.callback = function (v) { return spec.ticks[v] === undefined ? '' : cut(inside(spec.ticks[v]), vertical ? 44 : 26); };
    } else if (spec.scale === 'log2') {
      out.ticks.callback = function (v) { return !Number.isInteger(v) ? '' : spec.powers ? '2' + superscript(v) : grouped(Math.pow(2, v)); };
    } else if (out.type === 'logarithmic') {
      out.ticks.callback = function (v) {
        var form = Number(v.toPrecision(6)).toExponential(), ratio = spec.max / spec.min;
        return (ratio > 1000 ? /^1e/ : ratio > 8 ? /^[125]e/ : /./).test(form) ? short(v) : null;
      };
    } else {
      out.ticks.includeBounds = false;
      out.ticks.callback = function (v) { return short(v); };
    }
    return out;
  }

  // Stripes, limits and intervals are drawn by hand; the library has none.
  var extras = {
    id: 'extras',
    beforeDatasetsDraw: function (chart) {
      var spec = chart.config.options.spec, c = chart.ctx, area = chart.chartArea;
      c.save();
      c.beginPath();
      c.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      c.clip();
      spec.bands.forEach(function (band) {
        var upright = band[2] === spec.sideways;
        var scale = chart.scales[upright ? 'x' : 'y'], a = scale.getPixelForValue(band[0]), b = scale.getPixelForValue(band[1]);
        c.fillStyle = tint(dark ? '#ffffff' : '#000000', band[2] ? .08 : .045);
        if (upright) c.fillRect(Math.min(a, b), area.top, Math.abs(b - a), area.bottom - area.top);
        else c.fillRect(area.left, Math.min(a, b), area.right - area.left, Math.abs(b - a));
      });
      c.restore();
    },
    afterDatasetsDraw: function (chart) {
      var spec = chart.config.options.spec, c = chart.ctx, area = chart.chartArea, x = chart.scales.x, y = chart.scales.y;
      c.save();
      c.beginPath();
      c.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
      c.clip();
      chart.data.datasets.forEach(function (set, s) {
        if (!set.whiskers || !chart.isDatasetVisible(s) || set.data.length > 300) return;
        c.strokeStyle = set.borderColor;
        c.lineWidth = 1;
        set.data.forEach(function (point) {
          if (point.low === undefined) return;
          var a = spec.sideways ? [x.getPixelForValue(point.low), y.getPixelForValue(point.y)] : [x.getPixelForValue(point.x), y.getPixelForValue(point.low)];
          var b = spec.sideways ? [x.getPixelForValue(point.high), a[1]] : [a[0], y.getPixelForValue(point.high)];
          var cap = spec.sideways ? [0, 3] : [3, 0];
          c.beginPath();
          [[a, b], [[a[0] - cap[0], a[1] - cap[1]], [a[0] + cap[0], a[1] + cap[1]]], [[b[0] - cap[0], b[1] - cap[1]], [b[0] + cap[0], b[1] + cap[1]]]].forEach(function (line) {
            c.moveTo(line[0][0], line[0][1]);
            c.lineTo(line[1][0], line[1][1]);
          });
          c.stroke();
        });
      });
      c.strokeStyle = c.fillStyle = css('--text');
      c.setLineDash([6, 3]);
      c.font = '12px ' + getComputedStyle(document.body).fontFamily;
      var row = 0;
      spec.marks.forEach(function (mark) {
        var upright = (mark.across === 'x') !== spec.sideways;
        var at = (upright ? x : y).getPixelForValue(mark.at);
        c.beginPath();
        if (upright) c.moveTo(at, area.top), c.lineTo(at, area.bottom);
        else c.moveTo(area.left, at), c.lineTo(area.right, at);
        c.stroke();
        if (!mark.text) return;
        var width = c.measureText(mark.text).width;
        if (upright) c.fillText(mark.text, at + 4 + width > area.right ? at - 4 - width : at + 4, area.top + 13 + 15 * (row++ % 6));
        else c.fillText(mark.text, area.right - width - 4, at - 4);
      });
      c.restore();
      var drag = chart.drag;
      if (drag) {
        c.fillStyle = tint(css('--accent'), .2);
        if (spec.sideways) c.fillRect(area.left, Math.min(drag[0], drag[1]), area.right - area.left, Math.abs(drag[1] - drag[0]));
        else c.fillRect(Math.min(drag[0], drag[1]), area.top, Math.abs(drag[1] - drag[0]), area.bottom - area.top);
      }
    }
  };

  var shapes = ['circle', 'rect', 'triangle', 'rectRot', 'star', 'crossRot', 'cross', 'rectRounded'];

  function dataset(spec, series, at) {
    var colours = spec.colours[dark ? 1 : 0], colour = colours[series.colour % colours.length];
    var many = series.points.length > 300, bars = series.kind === 'bars';
    return {
      type: bars ? 'bar' : series.kind === 'points' ? 'scatter' : 'line',
      label: inside(series.name), hints: series.hints, whiskers: series.intervals,
      data: series.points.map(function (p) {
        var point = spec.sideways ? { x: p[1], y: p[0] } : { x: p[0], y: p[1] };
        if (p.length > 2) point.low = p[2], point.high = p[3];
        return point;
      }),
      borderColor: colour, backgroundColor: bars ? (series.hollow ? tint(colour, .5) : colour) : (series.hollow ? css('--card') : colour),
      borderWidth: bars ? 0 : series.emphasised ? 3 : 2, borderDash: series.dashed ? [6, 4] : [],
      stepped: series.kind === 'steps', pointStyle: shapes[at % 8], pointRadius: series.marked && !many ? 4 : 0, pointHitRadius: 8, pointHoverRadius: 6,
      showLine: series.kind !== 'points', spanGaps: false, stack: spec.stacked ? 'all' : undefined, barPercentage: .9, categoryPercentage: .9,
      minBarLength: 0, maxBarThickness: 90
    };
  }

  function build(figure) {
    var spec = figure.spec;
    if (figure.chart) figure.chart.destroy();
    var down = spec.sideways || spec.y.scale === 'categories';
    figure.chart = new Chart(figure.canvas, {
      data: { datasets: spec.series.map(function (series, i) { return dataset(spec, series, i); }) },
      plugins: [extras],
      options: {
        spec: spec, animation: false, responsive: true, maintainAspectRatio: false, indexAxis: spec.sideways ? 'y' : 'x', normalized: true,
        interaction: { mode: 'nearest', intersect: spec.series.every(function (s) { return s.kind !== 'bars'; }) === false, axis: 'xy' },
        scales: {
          x: Object.assign(axis(spec.sideways ? spec.y : spec.x, false, false), { stacked: spec.stacked }),
          y: Object.assign(axis(spec.sideways ? spec.x : spec.y, true, down), { stacked: spec.stacked })
        },
        plugins: {
          legend: { display: spec.legend, position: 'bottom', labels: { color: css('--text'), usePointStyle: true, boxWidth: 7, boxHeight: 7, padding: 12, filter: function (item) { return item.text !== ''; } } },
          tooltip: {
            displayColors: false,
            callbacks: {
              title: function () { return ''; },
              label: function (item) { return inside(item.dataset.hints[item.dataIndex] || '').split('\n'); }
            }
          }
        }
      }
    });
    figure.chart.home = ['x', 'y'].map(function (id) { return [figure.chart.options.scales[id].min, figure.chart.options.scales[id].max]; });
  }

  function zoom(figure, from, to) {  // pixels along the axis of positions
    var id = figure.spec.sideways ? 'y' : 'x', scale = figure.chart.scales[id];
    var a = scale.getValueForPixel(from), b = scale.getValueForPixel(to), options = figure.chart.options.scales[id];
    if (!(Math.abs(b - a) > 0)) return;
    options.min = Math.min(a, b);
    options.max = Math.max(a, b);
    figure.chart.update('none');
  }
  function reset(figure) {
    ['x', 'y'].forEach(function (id, i) {
      figure.chart.options.scales[id].min = figure.chart.home[i][0];
      figure.chart.options.scales[id].max = figure.chart.home[i][1];
    });
    figure.chart.update('none');
  }
  function button(text, label, action) {
    var b = document.createElement('button');
    b.type = 'button';
    b.textContent = text;
    b.setAttribute('aria-label', label);
    b.addEventListener('click', action);
    return b;
  }
  function scaled(figure, factor) {
    var area = figure.chart.chartArea, low = figure.spec.sideways ? area.top : area.left, high = figure.spec.sideways ? area.bottom : area.right;
    var middle = (low + high) / 2, half = (high - low) / 2 * factor;
    zoom(figure, middle - half, middle + half);
  }

  function live(element) {
    var figure = { element: element, spec: JSON.parse(element.querySelector('script').textContent) };
    var tools = document.createElement('div'), plot = document.createElement('div');
    tools.className = 'tools';
    plot.className = 'plot';
    if (figure.spec.height) plot.style.height = figure.spec.height + 'px';
    figure.canvas = document.createElement('canvas');
    figure.canvas.setAttribute('role', 'img');
    figure.canvas.setAttribute('aria-label', figure.spec.title);
    plot.appendChild(figure.canvas);
    [['+', 'Zoom in', .5], ['\u2212', 'Zoom out', 2]].forEach(function (row) { tools.appendChild(button(row[0], row[1], function () { scaled(figure, row[2]); })); });
    tools.appendChild(button('Reset', 'Show all again', function () { reset(figure); }));
    element.querySelector('figcaption').hidden = false;
    element.insertBefore(plot, element.querySelector('script'));
    element.insertBefore(tools, plot);
    element.classList.add('live');
    build(figure);
    var along = function (event) { var box = figure.canvas.getBoundingClientRect(); return figure.spec.sideways ? event.clientY - box.top : event.clientX - box.left; };
    plot.addEventListener('pointerdown', function (event) {
      if (event.pointerType === 'mouse' && event.button === 0) figure.from = along(event);
    });
    plot.addEventListener('pointermove', function (event) {
      if (figure.from === undefined) return;
      figure.chart.drag = [figure.from, along(event)];
      figure.chart.draw();
    });
    window.addEventListener('pointerup', function (event) {
      if (figure.from === undefined) return;
      var from = figure.from, to = along(event);
      figure.from = undefined;
      figure.chart.drag = undefined;
      if (Math.abs(to - from) > 8) zoom(figure, from, to);
      else figure.chart.draw();
    });
    plot.addEventListener('dblclick', function () { reset(figure); });
    figure.canvas.figure = figure;
    figures.push(figure);
  }

  // For charts that the script does not draw: zooms the picture about its centre, and shows hints.
  function picture(element) {
    var svg = element.querySelector('svg'), box = svg.getAttribute('viewBox').split(' ').map(Number), now = box.slice();
    var tools = document.createElement('div');
    tools.className = 'tools';
    function show() { svg.setAttribute('viewBox', now.join(' ')); }
    function by(factor) {
      var w = Math.min(box[2], now[2] * factor), h = Math.min(box[3], now[3] * factor);
      now = [Math.max(0, Math.min(box[2] - w, now[0] + (now[2] - w) / 2)), Math.max(0, Math.min(box[3] - h, now[1] + (now[3] - h) / 2)), w, h];
      show();
    }
    tools.appendChild(button('+', 'Zoom in', function () { by(.5); }));
    tools.appendChild(button('\u2212', 'Zoom out', function () { by(2); }));
    tools.appendChild(button('Reset', 'Show all again', function () { now = box.slice(); show(); }));
    element.insertBefore(tools, svg);
    var held;
    svg.addEventListener('pointerdown', function (event) { if (event.pointerType === 'mouse' && now[2] < box[2]) held = [event.clientX, event.clientY, now.slice()], event.preventDefault(); });
    window.addEventListener('pointerup', function () { held = undefined; });
    svg.addEventListener('pointermove', function (event) {
      if (held) {
        var size = svg.getBoundingClientRect();
        now[0] = Math.max(0, Math.min(box[2] - now[2], held[2][0] - (event.clientX - held[0]) / size.width * now[2]));
        now[1] = Math.max(0, Math.min(box[3] - now[3], held[2][1] - (event.clientY - held[1]) / size.height * now[3]));
        return show();
      }
      hint(event);
    });
    svg.addEventListener('pointerdown', hint);
    svg.addEventListener('pointerleave', function () { tip.style.display = 'none'; });
    // The browser's own hints would appear late and cover these hints.
    Array.prototype.forEach.call(svg.querySelectorAll('* > title'), function (title) {
      if (title.parentNode === svg) return;
      title.parentNode.setAttribute('data-hint', title.textContent);
      title.parentNode.removeChild(title);
    });
  }
  function hint(event) {
    var text = event.target.getAttribute && event.target.getAttribute('data-hint');
    tip.style.display = text ? 'block' : 'none';
    if (!text) return;
    tip.textContent = inside(text);
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8)) + 'px';
    tip.style.top = Math.max(4, Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 8)) + 'px';
  }

  function sortable(table) {
    Array.prototype.forEach.call(table.querySelectorAll('th button'), function (head, column) {
      head.addEventListener('click', function () {
        var th = head.parentNode, up = th.getAttribute('aria-sort') === 'descending', body = table.tBodies[0];
        Array.prototype.forEach.call(table.querySelectorAll('th'), function (other) { other.removeAttribute('aria-sort'); });
        th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        var rows = Array.prototype.slice.call(body.rows).filter(function (row) { return !row.classList.contains('total'); });
        var key = function (row) { var cell = row.cells[column], v = cell.getAttribute('data-v'); return v !== null ? +v : cell.textContent; };
        rows.sort(function (a, b) {
          var x = key(a), y = key(b), order = typeof x === 'number' && typeof y === 'number' ? x - y : typeof x === 'number' ? 1 : typeof y === 'number' ? -1 : x < y ? -1 : x > y ? 1 : 0;
          return up ? order : -order;
        });
        rows.forEach(function (row, i) { body.insertBefore(row, body.rows[i] || null); });
      });
    });
  }

  function paint() {
    root.classList.toggle('dark', dark);
    figures.forEach(build);
  }
  var toggle = button('Theme', 'Light or dark', function () { dark = !dark; paint(); });
  toggle.id = 'theme';
  document.querySelector('header').appendChild(toggle);
  media.addEventListener('change', function () { dark = media.matches; paint(); });
  root.classList.toggle('dark', dark);
  // Make charts when they come into view, so that a page with many charts opens quickly.
  var pending = Array.prototype.slice.call(document.querySelectorAll('figure'));
  function make(element) {
    if (element.made) return;
    element.made = true;
    if (window.Chart && element.querySelector('script')) live(element);
    else picture(element);
  }
  pending = pending.filter(function (element) {
    if (element.getBoundingClientRect().top > window.innerHeight + 600) return true;
    make(element);
    return false;
  });
  if (window.IntersectionObserver) {
    var seen = new IntersectionObserver(function (entries) {
      entries.forEach(function (entry) { if (entry.isIntersecting) { seen.unobserve(entry.target); make(entry.target); } });
    }, { rootMargin: '600px' });
    pending.forEach(function (element) { seen.observe(element); });
  } else pending.forEach(make);
  Array.prototype.forEach.call(document.querySelectorAll('table'), sortable);
  window.addEventListener('beforeprint', function () { Array.prototype.forEach.call(document.querySelectorAll('details'), function (one) { one.open = true; }); });
})();
