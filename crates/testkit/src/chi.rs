//! Does a sample follow its law? Pearson's chi-square with a fixed, very strict bound.

/// Compares counts with the weights they should follow. Gives `None` when they fit and a reason
/// when they do not: an impossible outcome, or a deviation of more than five standard deviations
/// (less than one in a million by chance; with fixed seeds a test that passes always passes).
///
/// ```
/// use testkit::chi::misfit;
/// assert_eq!(misfit(&[500, 510], &[1, 1]), None);
/// assert!(misfit(&[900, 110], &[1, 1]).is_some());
/// assert!(misfit(&[5, 1], &[1, 0]).is_some());
/// ```
pub fn misfit(counts: &[u64], weights: &[u64]) -> Option<String> {
    assert_eq!(counts.len(), weights.len(), "one weight for each count");
    let samples: u64 = counts.iter().sum();
    let total: u64 = weights.iter().sum();
    if let Some(i) = (0..counts.len()).find(|&i| weights[i] == 0 && counts[i] > 0) {
        return Some(format!("outcome {i} has weight 0 and came {} times", counts[i]));
    }
    // Cells that are expected fewer than five times are pooled, as the approximation asks.
    let (mut statistic, mut cells) = (0.0, 0u32);
    let (mut pooled_count, mut pooled_expected) = (0.0, 0.0);
    let mut add = |count: f64, expected: f64| {
        statistic += (count - expected) * (count - expected) / expected;
        cells += 1;
    };
    for (&count, &weight) in counts.iter().zip(weights) {
        let expected = samples as f64 * weight as f64 / total as f64;
        if expected >= 5.0 {
            add(count as f64, expected);
        } else {
            pooled_count += count as f64;
            pooled_expected += expected;
        }
    }
    if pooled_expected >= 5.0 {
        add(pooled_count, pooled_expected);
    }
    if cells < 2 {
        return None;
    }
    let freedom = f64::from(cells - 1);
    // Wilson and Hilferty: the cube root of chi-square is close to normal.
    let z = ((statistic / freedom).cbrt() - (1.0 - 2.0 / (9.0 * freedom))) / (2.0 / (9.0 * freedom)).sqrt();
    (z > 5.0).then(|| {
        format!("chi-square {statistic:.1} with {freedom} degrees of freedom, {z:.1} standard deviations off")
    })
}
